package dev.ose.server.pagination.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListPage;
import dev.ose.server.pagination.ListProperty;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.PagePosition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a page of a list by keyset pagination: from the position of the previous page's last row. */
final class KeysetReader<T> {

    /** Orders a time that is absent after all others, as comparisons do. */
    static final String NEVER = "'9999-12-31T00:00:00Z'::timestamptz";

    private final Database database;
    private final ListTable<T> table;

    KeysetReader(Database database, ListTable<T> table) {
        this.database = database;
        this.table = table;
    }

    private record Positioned<T>(T row, PagePosition position) {}

    /** @param scope the parameters of the table's own condition */
    ListPage<T> read(ListQuery query, @Nullable Object... scope) {
        AdminList list = table.list();
        AdminList.Order order = query.order();
        ListProperty by = list.find(order.property()).orElseThrow();
        String value = table.expression(by);
        String key = table.expression(list.key());
        List<@Nullable Object> values = new ArrayList<>(List.of());
        for (Object parameter : scope) {
            values.add(parameter);
        }
        StringBuilder where = new StringBuilder(" FROM ").append(table.rows()).append(" AND ");
        new ListFilterSql(table, where, values).add(query.filter());
        Long total = query.isCounted() ? count(where, values) : null;

        // One row more than is shown shows whether a page follows.
        String sql = "SELECT " + table.columns() + ", " + value + " AS position_value, " + key + " AS position_key"
                + where
                + seek(query, value, key, values)
                + " ORDER BY " + (value.equals(key) ? "" : value + direction(order) + ", ") + key + direction(order)
                + " LIMIT ?";
        values.add(query.limit() + 1);
        List<Positioned<T>> found = database.all(
                sql,
                row -> new Positioned<>(
                        table.reader().read(row),
                        new PagePosition(
                                value(row, "position_value", by.kind()),
                                value(row, "position_key", list.key().kind()))),
                values.toArray());
        boolean isMore = found.size() > query.limit();
        List<Positioned<T>> shown = isMore ? found.subList(0, query.limit()) : found;
        return new ListPage<>(
                shown.stream().map(Positioned::row).toList(),
                isMore ? shown.getLast().position() : null,
                total);
    }

    private Long count(StringBuilder where, List<@Nullable Object> values) {
        return database.first("SELECT count(*)" + where, row -> row.getLong(1), values.toArray())
                .orElseThrow();
    }

    private static String seek(ListQuery query, String value, String key, List<@Nullable Object> values) {
        PagePosition after = query.after();
        if (after == null) {
            return "";
        }
        String sign = query.order().isDescending() ? " < " : " > ";
        if (value.equals(key)) {
            values.add(after.key());
            return " AND " + key + sign + "?";
        }
        values.add(after.value());
        values.add(after.key());
        return " AND (" + value + ", " + key + ")" + sign + "(?, ?)";
    }

    private static String direction(AdminList.Order order) {
        return order.isDescending() ? " DESC" : "";
    }

    private static Object value(ResultSet row, String column, ListProperty.Kind kind) throws SQLException {
        return switch (kind) {
            case TEXT -> row.getString(column);
            case NUMBER -> row.getLong(column);
            case TIME -> instant(row, column);
        };
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
