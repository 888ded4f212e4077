package dev.ose.server.roster.jdbc;

import dev.ose.server.database.RowMappers;
import dev.ose.server.roster.Property;
import dev.ose.server.roster.Roster;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the rows of a list are.
 *
 * @param columns what the reader of its rows reads
 * @param rows the table and the condition of every row
 * @param expressions the SQL of each property, which is never null
 */
record RosterTable<T>(
        Roster roster, String columns, String rows, Map<String, String> expressions, RowMappers.Reader<T> reader) {

    RosterTable {
        expressions = Map.copyOf(expressions);
        if (!roster.properties().map(Property::name).collect(Collectors.toSet()).equals(expressions.keySet())) {
            throw new IllegalArgumentException(roster + " has other properties");
        }
    }

    String expression(Property property) {
        String sql = expressions.get(property.name());
        if (sql == null) {
            throw new IllegalArgumentException(roster + " has no " + property.name());
        }
        return sql;
    }
}
