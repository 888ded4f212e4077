package dev.ose.server.audit.jdbc;

import dev.ose.server.audit.AuditFilter;
import dev.ose.server.audit.AuditId;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.time.Instant;
import java.util.List;

/** Filters as conditions of SQL. */
final class AuditConditions {

    private AuditConditions() {}

    /** Appends the condition, in parentheses, and its values. */
    static void add(AuditFilter filter, StringBuilder sql, List<Object> values) {
        switch (filter) {
            case AuditFilter.All(var parts) -> join(parts, " AND ", "true", sql, values);
            case AuditFilter.Any(var parts) -> join(parts, " OR ", "false", sql, values);
            case AuditFilter.Like like -> like(like, sql, values);
            case AuditFilter.Time(var relation, var moment) -> time(relation, moment, sql, values);
            case AuditFilter.Status(var relation, var status) -> {
                // A call without an outcome differs from each status.
                sql.append("(coalesce(status, 0) ").append(sign(relation)).append(" ?)");
                values.add(status);
            }
        }
    }

    private static void join(
            List<AuditFilter> parts, String word, String none, StringBuilder sql, List<Object> values) {
        sql.append('(');
        if (parts.isEmpty()) {
            sql.append(none);
        }
        for (int i = 0; i < parts.size(); i++) {
            sql.append(i == 0 ? "" : word);
            add(parts.get(i), sql, values);
        }
        sql.append(')');
    }

    private static void like(AuditFilter.Like like, StringBuilder sql, List<Object> values) {
        boolean isPattern = Glob.isPattern(like.pattern().text());
        sql.append('(').append(column(like.field()));
        sql.append(isPattern ? like.isWanted() ? " LIKE ?" : " NOT LIKE ?" : like.isWanted() ? " = ?" : " <> ?");
        sql.append(')');
        values.add(isPattern ? like.pattern().like() : like.pattern().text());
    }

    private static String column(AuditFilter.Field field) {
        return switch (field) {
            case ACCESS_KEY -> "access_key";
            case ACTOR -> "actor";
            case ACTOR_KEY -> "actor_key";
            case ADDRESS -> "address";
            case BUCKET -> "bucket";
            case CODE -> "code";
            case LOGIN -> "login";
            case NODE -> "node";
            case OPERATION -> "operation";
            case REQUEST_ID -> "request_id";
            case SOURCE -> "source";
            case SUBJECT -> "subject";
            case TENANT -> "coalesce(tenant_id::text, '')";
            case USER -> "coalesce(user_id::text, '')";
        };
    }

    /** By the id, which has the time and decides the partition. */
    private static void time(Relation relation, Instant moment, StringBuilder sql, List<Object> values) {
        Object begins = AuditId.smallest(moment).value();
        Object ends = AuditId.smallest(moment.plusMillis(1)).value();
        switch (relation) {
            case EQUAL -> sql.append("(id >= ? AND id < ?)");
            case DIFFERENT -> sql.append("(id < ? OR id >= ?)");
            case LESS, AT_LEAST -> sql.append(relation == Relation.LESS ? "(id < ?)" : "(id >= ?)");
            case AT_MOST, MORE -> sql.append(relation == Relation.MORE ? "(id >= ?)" : "(id < ?)");
        }
        switch (relation) {
            case EQUAL, DIFFERENT -> values.addAll(List.of(begins, ends));
            case LESS, AT_LEAST -> values.add(begins);
            case AT_MOST, MORE -> values.add(ends);
        }
    }

    private static String sign(Relation relation) {
        return switch (relation) {
            case EQUAL -> "=";
            case DIFFERENT -> "<>";
            case LESS -> "<";
            case AT_MOST -> "<=";
            case MORE -> ">";
            case AT_LEAST -> ">=";
        };
    }
}
