package dev.ose.keeper.configuration;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A properties file that operators edit, too: a change touches only the line of its key and preserves comments, blank
 * lines and order. Immutable.
 */
public final class PropertiesText {

    /** An empty file. */
    public static final PropertiesText EMPTY = new PropertiesText(List.of());

    private final List<Line> lines;

    private PropertiesText(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /** A logical line as written, without its end, and what it sets; comments and blank lines set nothing. */
    private record Line(String text, @Nullable String key, String value) {}

    /**
     * Parses the notation of {@link Properties#load(java.io.Reader)}.
     *
     * @throws IllegalArgumentException for a malformed {@code \\uxxxx}
     */
    public static PropertiesText parse(String text) {
        List<Line> lines = new ArrayList<>();
        StringBuilder logical = new StringBuilder();
        for (String natural : text.lines().toList()) {
            logical.append(natural);
            if (!isContinued(logical.toString())) {
                lines.add(line(logical.toString()));
                logical.setLength(0);
            } else {
                logical.append('\n');
            }
        }
        if (!logical.isEmpty()) {
            lines.add(line(logical.toString().stripTrailing()));
        }
        return new PropertiesText(lines);
    }

    /** Values by key, in the order of the file; the last one of a duplicate key wins, as in the node. */
    public Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (Line line : lines) {
            if (line.key() != null) {
                values.put(line.key(), line.value());
            }
        }
        return values;
    }

    /** A copy with {@code key} set to {@code value}, at the key's present position if it has one. */
    public PropertiesText with(String key, String value) {
        if (value.equals(values().get(key))) {
            return this;
        }
        Line set = new Line(escape(key, true) + "=" + escape(value, false), key, value);
        List<Line> next = new ArrayList<>();
        boolean placed = false;
        for (Line line : lines) {
            if (!key.equals(line.key())) {
                next.add(line);
            } else if (!placed) {
                next.add(set);
                placed = true;
            }
        }
        if (!placed) {
            next.add(set);
        }
        return new PropertiesText(next);
    }

    /** A copy without {@code key}. */
    public PropertiesText without(String key) {
        return new PropertiesText(
                lines.stream().filter(line -> !key.equals(line.key())).toList());
    }

    /** The text of the whole file. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }

    /** Compares the texts exactly. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PropertiesText that && lines.equals(that.lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    /** The keys only, because values may be secret. */
    @Override
    public String toString() {
        return values().keySet().toString();
    }

    private static Line line(String logical) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(logical));
        } catch (IOException e) {
            throw new IllegalStateException("a string cannot fail to be read", e);
        }
        for (String key : one.stringPropertyNames()) {
            return new Line(logical, key, one.getProperty(key));
        }
        return new Line(logical, null, "");
    }

    /** Whether a line continues in the next one: an odd number of backslashes at its end, and no comment. */
    private static boolean isContinued(String line) {
        String stripped = line.stripLeading();
        if (stripped.startsWith("#") || stripped.startsWith("!")) {
            return false;
        }
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static String escape(String text, boolean isKey) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                case '\f' -> escaped.append("\\f");
                case ' ' -> escaped.append(isKey || i == 0 ? "\\ " : " ");
                case '=', ':', '#', '!' -> escaped.append(isKey ? "\\" + c : String.valueOf(c));
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
