package dev.ose.server.audit;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Identifies an entry: a UUID of version 7, so that entries are in the order of time by their ids.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7">RFC 9562</a>
 */
public record AuditId(UUID value) {

    private static final int TIME_SHIFT = 16;
    private static final long VERSION = 0x7000;
    private static final long RANDOM_A = 0x0fff;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long RANDOM_B = 0x3fff_ffff_ffff_ffffL;

    /** A new id at that time, which counts in milliseconds. */
    public static AuditId next(Instant now, RandomGenerator random) {
        long high = (now.toEpochMilli() << TIME_SHIFT) | VERSION | (random.nextLong() & RANDOM_A);
        return new AuditId(new UUID(high, VARIANT | (random.nextLong() & RANDOM_B)));
    }

    /** The smallest id of a millisecond, which no entry has. */
    public static AuditId smallest(Instant moment) {
        return new AuditId(new UUID(moment.toEpochMilli() << TIME_SHIFT, 0));
    }

    /** The id that a text shows; empty if it is none. */
    public static Optional<AuditId> parse(String text) {
        try {
            AuditId id = new AuditId(UUID.fromString(text));
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The time of the entry, to the millisecond. */
    public Instant moment() {
        return Instant.ofEpochMilli(value.getMostSignificantBits() >>> TIME_SHIFT);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
