package dev.ose.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A table for humans: columns as wide as their widest value, separated by two blanks, without trailing blanks. */
final class Table {

    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        this.headings = List.of(headings);
    }

    /** Adds a row; null is an empty cell. */
    Table row(@Nullable String... cells) {
        List<String> row = new ArrayList<>();
        for (@Nullable String cell : cells) {
            row.add(cell == null ? "" : cell);
        }
        rows.add(row);
        return this;
    }

    /** Adds a row for each item with the values of these fields. */
    Table rows(JsonNode items, String... fields) {
        for (JsonNode item : items) {
            @Nullable String[] cells = new String[fields.length];
            for (int i = 0; i < fields.length; i++) {
                cells[i] = text(item.path(fields[i]));
            }
            row(cells);
        }
        return this;
    }

    /** The displayed form of a value of Java or JSON; nothing if it is null. */
    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case JsonNode it -> text(it);
            case List<?> it -> it.stream().map(Table::text).collect(Collectors.joining(", "));
            default -> value.toString();
        };
    }

    /** The displayed form of a value. */
    static String text(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        if (value.isArray()) {
            List<String> parts = new ArrayList<>();
            value.forEach(part -> parts.add(text(part)));
            return String.join(", ", parts);
        }
        return value.isValueNode() ? value.asString() : value.toString();
    }

    @Override
    public String toString() {
        List<List<String>> lines = new ArrayList<>(List.of(headings));
        lines.addAll(rows);
        int[] widths = new int[headings.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        return lines.stream().map(line -> line(line, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            text.append(cells.get(i))
                    .repeat(' ', widths[i] - cells.get(i).length())
                    .append(GAP);
        }
        return text.toString().stripTrailing();
    }
}
