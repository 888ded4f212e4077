package dev.ose.cli;

import dev.ose.control.Csv;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns that show items, for people or as comma-separated values.
 *
 * @param <I> an item
 */
final class Columns<I> {

    /** Reads the value of a column. */
    @FunctionalInterface
    interface Value<I> {

        /** Null for an empty cell. */
        @Nullable
        Object of(I item);
    }

    private record Column<I>(String heading, Value<I> value) {}

    private final List<Column<I>> columns = new ArrayList<>();

    /** Adds a column behind the others. */
    Columns<I> with(String heading, Value<I> value) {
        columns.add(new Column<>(heading, value));
        return this;
    }

    Table table(List<I> items) {
        Table table = new Table(columns.stream().map(Column::heading).toArray(String[]::new));
        for (I item : items) {
            table.row(texts(item).toArray(String[]::new));
        }
        return table;
    }

    /** The header line, with its end. */
    String csvHead() {
        return columns.stream().map(Column::heading).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** The line of an item, with its end. */
    String csv(I item) {
        return Csv.line(texts(item).stream());
    }

    private List<String> texts(I item) {
        return columns.stream()
                .map(column -> Table.text(column.value().of(item)))
                .toList();
    }
}
