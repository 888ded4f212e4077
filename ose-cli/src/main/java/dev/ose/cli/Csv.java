package dev.ose.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Comma-separated values with texts of strangers. */
final class Csv {

    private Csv() {}

    /** The fields of an object as one line. */
    static String line(JsonNode object, String... fields) {
        return Arrays.stream(fields)
                .map(field -> cell(Table.text(object.path(field))))
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    /** In quotes if need be; a text that a spreadsheet would take for a formula begins with an apostrophe. */
    private static String cell(String text) {
        String plain = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? '\'' + text : text;
        boolean isQuoted = Stream.of(",", "\"", "\r", "\n").anyMatch(plain::contains);
        return isQuoted ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
    }
}
