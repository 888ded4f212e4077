package dev.ose.control;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>, as {@code ose} and the admin API write them.
 */
public final class Csv {

    public static final String MEDIA_TYPE = "text/csv;charset=utf-8";

    private Csv() {}

    /** A line of these cells, with its end. */
    public static String line(Stream<? extends @Nullable Object> cells) {
        return cells.map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** In quotes if need be; a text that a spreadsheet would take for a formula begins with an apostrophe. */
    private static String cell(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        String plain = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? '\'' + text : text;
        boolean isQuoted = List.of(",", "\"", "\r", "\n").stream().anyMatch(plain::contains);
        return isQuoted ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
    }
}
