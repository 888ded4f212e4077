package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The time stamps of signatures, {@code 20130524T000000Z}: always UTC, whole seconds. */
public final class AmzTime {

    private static final int DAY_LENGTH = 8;
    private static final int LENGTH = 16;

    private AmzTime() {}

    /** A moment as a time stamp; fractions of a second are cut. */
    public static String format(Instant time) {
        LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
        byte[] text = new byte[LENGTH];
        putDigits(text, 0, 4, utc.getYear());
        putDigits(text, 4, 2, utc.getMonthValue());
        putDigits(text, 6, 2, utc.getDayOfMonth());
        text[8] = 'T';
        putDigits(text, 9, 2, utc.getHour());
        putDigits(text, 11, 2, utc.getMinute());
        putDigits(text, 13, 2, utc.getSecond());
        text[15] = 'Z';
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** The moment that a time stamp names, or null if the text is not exactly one. */
    public static @Nullable Instant parse(String text) {
        if (text.length() != LENGTH || text.charAt(8) != 'T' || text.charAt(15) != 'Z') {
            return null;
        }
        if (!isDigits(text, 0, 8) || !isDigits(text, 9, 15)) {
            return null;
        }
        try {
            return LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 4, 6),
                            number(text, 6, 8),
                            number(text, 9, 11),
                            number(text, 11, 13),
                            number(text, 13, 15))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException outOfRange) {
            return null;
        }
    }

    /** The moment that an HTTP {@code Date} header names, in either of the two forms that S3 takes, or null. */
    static @Nullable Instant parseHttpDate(String text) {
        Instant amz = parse(text);
        if (amz != null) {
            return amz;
        }
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
        } catch (DateTimeParseException notADate) {
            return null;
        }
    }

    /** The same, ignoring the day of the week, which old clients write wrongly. Null if it is no date. */
    static @Nullable Instant parseOldDate(String text) {
        return parseHttpDate(text.substring(text.indexOf(',') + 1).strip());
    }

    /** Whether a text is the day of a credential scope. */
    static boolean isDay(String text) {
        if (text.length() != DAY_LENGTH || !isDigits(text, 0, DAY_LENGTH)) {
            return false;
        }
        try {
            LocalDate.of(number(text, 0, 4), number(text, 4, 6), number(text, 6, 8));
            return true;
        } catch (DateTimeException outOfRange) {
            return false;
        }
    }

    /** The day of a time stamp. */
    static String day(String timestamp) {
        return timestamp.substring(0, DAY_LENGTH);
    }

    private static void putDigits(byte[] text, int from, int count, int number) {
        int rest = number;
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static boolean isDigits(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
