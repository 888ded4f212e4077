package dev.ose.server.roster.jdbc;

import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.roster.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions as SQL. */
final class RosterConditions {

    private final RosterTable<?> table;
    private final StringBuilder sql;
    private final List<@Nullable Object> values;

    RosterConditions(RosterTable<?> table, StringBuilder sql, List<@Nullable Object> values) {
        this.table = table;
        this.sql = sql;
        this.values = values;
    }

    /** Appends the condition, in parentheses, and its values. */
    void add(Condition condition) {
        switch (condition) {
            case Condition.All(var parts) -> join(parts, " AND ", "true");
            case Condition.Any(var parts) -> join(parts, " OR ", "false");
            case Condition.Like(var property, var pattern, var isWanted) ->
                compare(table.expression(property), isWanted ? "LIKE" : "NOT LIKE", pattern.like());
            case Condition.Begins(var property, var prefix) -> {
                sql.append("starts_with(").append(table.expression(property)).append(", ?)");
                values.add(prefix);
            }
            case Condition.Text(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
            case Condition.Numeric(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
            case Condition.Time(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
        }
    }

    private void join(List<Condition> parts, String word, String none) {
        sql.append('(');
        if (parts.isEmpty()) {
            sql.append(none);
        }
        for (int i = 0; i < parts.size(); i++) {
            sql.append(i == 0 ? "" : word);
            add(parts.get(i));
        }
        sql.append(')');
    }

    private void compare(String expression, String sign, Object value) {
        sql.append('(').append(expression).append(' ').append(sign).append(" ?)");
        values.add(value);
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
