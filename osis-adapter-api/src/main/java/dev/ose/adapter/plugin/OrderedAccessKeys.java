package dev.ose.adapter.plugin;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes access keys that sort in the order in which they were made: for a platform that lists keys sorted and reports
 * neither their age nor their order of creation. Twenty characters: a prefix, the microsecond, chance. Thread-safe.
 */
public final class OrderedAccessKeys {

    private static final String PREFIX = "OSE";

    /** Thirty-two characters in ascending order, without easily confused ones. */
    private static final String DIGITS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    private static final int BITS = 5;
    private static final int TIME_DIGITS = 11;
    private static final int RANDOM_DIGITS = 6;
    private static final long MICROS = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Clock clock;
    private final RandomGenerator random;
    private final AtomicLong last = new AtomicLong();

    /** @param random separates nodes that create a key in the same microsecond */
    public OrderedAccessKeys(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The next one. */
    public String next() {
        Instant now = clock.instant();
        long micros = now.getEpochSecond() * MICROS + now.getNano() / NANOS_PER_MICRO;
        long moment = last.updateAndGet(before -> Math.max(before + 1, micros));
        return PREFIX + digits(moment, TIME_DIGITS) + digits(random.nextLong(), RANDOM_DIGITS);
    }

    private static String digits(long value, int count) {
        StringBuilder text = new StringBuilder(count);
        for (int i = count - 1; i >= 0; i--) {
            text.append(DIGITS.charAt((int) (value >>> (i * BITS)) & 31));
        }
        return text.toString();
    }
}
