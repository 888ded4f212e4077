package dev.ose.server.pagination.jdbc;

import dev.ose.server.database.RowMappers;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListProperty;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table of a list.
 *
 * @param columns the columns that its reader reads
 * @param rows the table and the condition of every row
 * @param expressions the SQL of each property, which is never null
 */
record ListTable<T>(
        AdminList list, String columns, String rows, Map<String, String> expressions, RowMappers.Reader<T> reader) {

    ListTable {
        expressions = Map.copyOf(expressions);
        if (!list.properties()
                .map(ListProperty::name)
                .collect(Collectors.toSet())
                .equals(expressions.keySet())) {
            throw new IllegalArgumentException(list + " has other properties");
        }
    }

    String expression(ListProperty property) {
        String sql = expressions.get(property.name());
        if (sql == null) {
            throw new IllegalArgumentException(list + " has no " + property.name());
        }
        return sql;
    }
}
