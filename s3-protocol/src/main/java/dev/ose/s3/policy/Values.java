package dev.ose.s3.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reads the values that conditions put in an order. */
final class Values {

    /** Longer texts are not parsed as numbers. */
    private static final int MAX_LENGTH = 40;

    private Values() {}

    static Optional<Double> number(String text) {
        // Java also reads "NaN", "0x1p3" and "1d", which are no numbers in a policy.
        boolean isPlain = !text.isEmpty()
                && text.length() <= MAX_LENGTH
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0);
        if (!isPlain) {
            return Optional.empty();
        }
        try {
            // Zero has one sign here.
            return Optional.of(Double.parseDouble(text) + 0.0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Seconds since 1970 of a date in ISO 8601, with or without a time, or given as such. */
    static Optional<Double> seconds(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            if (text.indexOf('T') >= 0) {
                return Optional.of(seconds(OffsetDateTime.parse(text).toInstant()));
            }
            return text.indexOf('-') > 0
                    ? Optional.of(seconds(
                            LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()))
                    : number(text);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static double seconds(Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / 1e9;
    }
}
