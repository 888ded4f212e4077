package dev.ose.s3;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Dates in HTTP headers, by <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110</a>. */
public final class HttpDate {

    private static final int MAX_LENGTH = 64;
    private static final int CENTURY_START = 1970;
    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);

    /** The fixed form, the two obsolete ones, and ISO 8601, which some S3 clients send. */
    private static final List<DateTimeFormatter> READ = List.of(
            FIXED,
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, CENTURY_START)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US),
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss[.SSS]'Z'", Locale.US));

    private HttpDate() {}

    /** The instant that a header names, or empty when it is no date. Two-digit years lie in 1970 to 2069. */
    public static Optional<Instant> parse(String header) {
        String text = header.strip();
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return READ.stream().flatMap(format -> parse(text, format).stream()).findFirst();
    }

    private static Optional<Instant> parse(String text, DateTimeFormatter format) {
        try {
            return Optional.of(LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException anotherForm) {
            return Optional.empty();
        }
    }

    /** The instant in the fixed form, cut to seconds. */
    public static String format(Instant instant) {
        return FIXED.format(instant.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
    }
}
