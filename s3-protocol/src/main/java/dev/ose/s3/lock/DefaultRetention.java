package dev.ose.s3.lock;

import java.time.Instant;
import java.time.ZoneOffset;

/**
 * The retention that a bucket gives each new version that comes with none of its own.
 *
 * @param length positive
 */
public record DefaultRetention(RetentionMode mode, int length, Unit unit) {

    /** The unit of the length. */
    public enum Unit {
        DAYS,
        YEARS
    }

    /** The retention of a version that is made at this moment. */
    public Retention of(Instant created) {
        Instant until =
                switch (unit) {
                    case DAYS ->
                        created.atOffset(ZoneOffset.UTC).plusDays(length).toInstant();
                    case YEARS ->
                        created.atOffset(ZoneOffset.UTC).plusYears(length).toInstant();
                };
        return new Retention(mode, until);
    }
}
