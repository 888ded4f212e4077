package dev.ose.server.roster.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.roster.Answer;
import dev.ose.server.roster.Place;
import dev.ose.server.roster.Property;
import dev.ose.server.roster.Question;
import dev.ose.server.roster.Roster;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a page of a list. */
final class RosterReader<T> {

    /** What never happens comes last, like in comparisons. */
    static final String NEVER = "'9999-12-31T00:00:00Z'::timestamptz";

    private final Database database;
    private final RosterTable<T> table;

    RosterReader(Database database, RosterTable<T> table) {
        this.database = database;
        this.table = table;
    }

    private record Placed<T>(T row, Place place) {}

    /** @param scope the parameters of the table's own condition */
    Answer<T> read(Question question, @Nullable Object... scope) {
        Roster roster = table.roster();
        Roster.Order order = question.order();
        Property by = roster.find(order.property()).orElseThrow();
        String value = table.expression(by);
        String key = table.expression(roster.key());
        List<@Nullable Object> values = new ArrayList<>(List.of());
        for (Object each : scope) {
            values.add(each);
        }
        StringBuilder where = new StringBuilder(" FROM ").append(table.rows()).append(" AND ");
        new RosterConditions(table, where, values).add(question.condition());
        Long total = question.isCounted() ? count(where, values) : null;

        // One more than is shown tells whether a page follows.
        String sql = "SELECT " + table.columns() + ", " + value + " AS place_value, " + key + " AS place_key" + where
                + behind(question, value, key, values)
                + " ORDER BY " + (value.equals(key) ? "" : value + direction(order) + ", ") + key + direction(order)
                + " LIMIT ?";
        values.add(question.limit() + 1);
        List<Placed<T>> found = database.all(
                sql,
                row -> new Placed<>(
                        table.reader().read(row),
                        new Place(
                                value(row, "place_value", by.kind()),
                                value(row, "place_key", roster.key().kind()))),
                values.toArray());
        boolean isMore = found.size() > question.limit();
        List<Placed<T>> shown = isMore ? found.subList(0, question.limit()) : found;
        return new Answer<>(
                shown.stream().map(Placed::row).toList(),
                isMore ? shown.getLast().place() : null,
                total);
    }

    private Long count(StringBuilder where, List<@Nullable Object> values) {
        return database.first("SELECT count(*)" + where, row -> row.getLong(1), values.toArray())
                .orElseThrow();
    }

    private static String behind(Question question, String value, String key, List<@Nullable Object> values) {
        Place after = question.after();
        if (after == null) {
            return "";
        }
        String sign = question.order().isDescending() ? " < " : " > ";
        if (value.equals(key)) {
            values.add(after.key());
            return " AND " + key + sign + "?";
        }
        values.add(after.value());
        values.add(after.key());
        return " AND (" + value + ", " + key + ")" + sign + "(?, ?)";
    }

    private static String direction(Roster.Order order) {
        return order.isDescending() ? " DESC" : "";
    }

    private static Object value(ResultSet row, String column, Property.Kind kind) throws SQLException {
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
