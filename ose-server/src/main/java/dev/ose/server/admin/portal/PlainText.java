package dev.ose.server.admin.portal;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Texts that the portal shows as they are: without controls and without marks that turn the direction of text. */
final class PlainText {

    /**
     * All controls, those beyond ASCII too, which terminals obey; marks of direction; halves of characters, which no
     * database stores; and ends of lines that are no line feed.
     */
    private static final String PLAIN = "[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]*";

    private static final Pattern LINE = Pattern.compile(PLAIN);
    private static final Pattern LINES = Pattern.compile(PLAIN + "(\\n" + PLAIN + ")*+");

    private PlainText() {}

    /** One line, without blanks around it; null if there is none. Fails with {@code Invalid}. */
    static @Nullable String line(String field, @Nullable String text, int most) {
        return checked(field, text, most, LINE, "in one line");
    }

    /** Whether a text is one line as it is. */
    static boolean isLine(String text) {
        return LINE.matcher(text).matches();
    }

    /** Lines, without blanks around them; null if there are none. Fails with {@code Invalid}. */
    static @Nullable String lines(String field, @Nullable String text, int most) {
        return checked(field, text == null ? null : text.replace("\r\n", "\n"), most, LINES, "");
    }

    private static @Nullable String checked(
            String field, @Nullable String text, int most, Pattern form, String wanted) {
        String stripped = text == null ? "" : text.strip();
        if (stripped.length() > most || !form.matcher(stripped).matches()) {
            throw new FailureException(new Failure.Invalid(
                    field,
                    ("must have at most " + most + " characters " + wanted).strip()
                            + ", none of which is a control or a mark of direction"));
        }
        return stripped.isEmpty() ? null : stripped;
    }
}
