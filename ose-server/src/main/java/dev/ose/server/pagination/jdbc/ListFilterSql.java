package dev.ose.server.pagination.jdbc;

import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.pagination.ListFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders filters of lists as SQL. */
final class ListFilterSql {

    private final ListTable<?> table;
    private final StringBuilder sql;
    private final List<@Nullable Object> values;

    ListFilterSql(ListTable<?> table, StringBuilder sql, List<@Nullable Object> values) {
        this.table = table;
        this.sql = sql;
        this.values = values;
    }

    /** Appends the filter in parentheses, and its values. */
    void add(ListFilter filter) {
        switch (filter) {
            case ListFilter.All(var parts) -> join(parts, " AND ", "true");
            case ListFilter.Any(var parts) -> join(parts, " OR ", "false");
            case ListFilter.Like(var property, var pattern, var isWanted) ->
                compare(table.expression(property), isWanted ? "LIKE" : "NOT LIKE", pattern.like());
            case ListFilter.StartsWith(var property, var prefix) -> {
                sql.append("starts_with(").append(table.expression(property)).append(", ?)");
                values.add(prefix);
            }
            case ListFilter.Text(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
            case ListFilter.Numeric(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
            case ListFilter.Time(var property, var relation, var value) ->
                compare(table.expression(property), sign(relation), value);
        }
    }

    private void join(List<ListFilter> parts, String word, String none) {
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
