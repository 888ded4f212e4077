package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Throttles failed authentication: beyond a threshold, each further failure of an origin doubles its back-off, up to
 * five minutes. The count halves every ten minutes, even during failures, so that a forgotten client that fails forever
 * does not accumulate. Remembers ten thousand origins. Thread-safe.
 */
public final class FailedAttemptLimiter {

    private static final Duration MAX_DURATION = Duration.ofMinutes(5);
    private static final Duration HALF_LIFE = Duration.ofMinutes(10);
    private static final int MAX_SHIFT = 9;
    private static final int MAX_ORIGINS = 10_000;

    /** Ordered by the last failure, oldest first. */
    private final LinkedHashMap<Object, Attempts> byOrigin = new LinkedHashMap<>();

    private final Clock clock;
    private final int tooMany;

    /** @param tooMany the number of failures from which the origin is delayed */
    public FailedAttemptLimiter(Clock clock, int tooMany) {
        this.clock = clock;
        this.tooMany = tooMany;
    }

    /** The remaining back-off of the origin; zero if none. */
    public synchronized Duration remaining(Object origin) {
        Instant now = clock.instant();
        @Nullable Attempts attempts = byOrigin.get(origin);
        return attempts == null || !now.isBefore(attempts.listenAgain)
                ? Duration.ZERO
                : Duration.between(now, attempts.listenAgain);
    }

    /**
     * Records a failure.
     *
     * @param origin compared by {@code equals}
     */
    public synchronized void wrong(Object origin) {
        Instant now = clock.instant();
        @Nullable Attempts before = byOrigin.remove(origin);
        Attempts attempts = before == null ? new Attempts(now) : before;
        attempts.add(now);
        byOrigin.put(origin, attempts);
        if (byOrigin.size() > MAX_ORIGINS) {
            byOrigin.pollFirstEntry();
        }
    }

    /**
     * Records a failure before the attempt is made, so that attempts at once do not all find none recorded; {@link
     * #right} takes it back with all others, {@link #giveBack} alone.
     *
     * @return the remaining back-off of the origin; if it is not zero, nothing was recorded, and the attempt must not
     *     be made
     */
    public synchronized Duration reserve(Object origin) {
        Duration remaining = remaining(origin);
        if (remaining.isZero()) {
            wrong(origin);
        }
        return remaining;
    }

    /** Takes a reserved failure back: the attempt was none. Earlier failures of the origin still count. */
    public synchronized void giveBack(Object origin) {
        @Nullable Attempts attempts = byOrigin.get(origin);
        if (attempts != null && attempts.takeBack()) {
            byOrigin.remove(origin);
        }
    }

    /** Records a success, which clears the failures of the origin. */
    public synchronized void right(Object origin) {
        byOrigin.remove(origin);
    }

    /** The failures of one origin. */
    private final class Attempts {

        private int wrong;
        private Instant halvedAt;
        private Instant listenAgain;

        Attempts(Instant now) {
            this.halvedAt = now;
            // Not the present time, which may be in the future after a clock is set back.
            this.listenAgain = Instant.MIN;
        }

        void add(Instant now) {
            long halvings = Math.clamp(Duration.between(halvedAt, now).dividedBy(HALF_LIFE), 0, Integer.SIZE - 1);
            if (halvings > 0) {
                wrong >>= (int) halvings;
                halvedAt = now;
            }
            wrong = Math.min(wrong + 1, tooMany + MAX_SHIFT);
            if (wrong >= tooMany) {
                Duration pause = Duration.ofSeconds(1L << (wrong - tooMany));
                listenAgain = now.plus(pause.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : pause);
            }
        }

        /** Whether none is left. The back-off of what was reserved goes with it: while there was one, none was. */
        boolean takeBack() {
            wrong--;
            listenAgain = Instant.MIN;
            return wrong <= 0;
        }
    }
}
