package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes wrong proofs slow: once there are too many of one origin, each further one doubles the time for which it is not
 * listened to, up to five minutes. What counts halves every ten minutes, also while wrong ones go on: something that was
 * forgotten and fails for ever must not add up for ever. Remembers ten thousand origins. Thread-safe.
 */
public final class FailedAttemptLimiter {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration HALF_LIFE = Duration.ofMinutes(10);
    private static final int LONGEST_SHIFT = 9;
    private static final int MOST_ORIGINS = 10_000;

    /** Those that were wrong longest ago come first. */
    private final LinkedHashMap<Object, Attempts> byOrigin = new LinkedHashMap<>();

    private final Clock clock;
    private final int tooMany;

    /** @param tooMany from which wrong proof on the origin has to wait */
    public FailedAttemptLimiter(Clock clock, int tooMany) {
        this.clock = clock;
        this.tooMany = tooMany;
    }

    /** How long the origin must wait from now; zero if it need not. */
    public synchronized Duration remaining(Object origin) {
        Instant now = clock.instant();
        @Nullable Attempts attempts = byOrigin.get(origin);
        return attempts == null || !now.isBefore(attempts.listenAgain)
                ? Duration.ZERO
                : Duration.between(now, attempts.listenAgain);
    }

    /**
     * Notes a wrong proof.
     *
     * @param origin whose it is, to be compared with its like
     */
    public synchronized void wrong(Object origin) {
        Instant now = clock.instant();
        @Nullable Attempts before = byOrigin.remove(origin);
        Attempts attempts = before == null ? new Attempts(now) : before;
        attempts.add(now);
        byOrigin.put(origin, attempts);
        if (byOrigin.size() > MOST_ORIGINS) {
            byOrigin.pollFirstEntry();
        }
    }

    /** Notes a right proof, which forgets the wrong ones of the origin. */
    public synchronized void right(Object origin) {
        byOrigin.remove(origin);
    }

    /** Those of one origin. */
    private final class Attempts {

        private int wrong;
        private Instant halvedAt;
        private Instant listenAgain;

        Attempts(Instant now) {
            this.halvedAt = now;
            // Not now, which may be in the future once a clock is put back.
            this.listenAgain = Instant.MIN;
        }

        void add(Instant now) {
            long halvings = Math.clamp(Duration.between(halvedAt, now).dividedBy(HALF_LIFE), 0, Integer.SIZE - 1);
            if (halvings > 0) {
                wrong >>= (int) halvings;
                halvedAt = now;
            }
            wrong = Math.min(wrong + 1, tooMany + LONGEST_SHIFT);
            if (wrong >= tooMany) {
                Duration pause = Duration.ofSeconds(1L << (wrong - tooMany));
                listenAgain = now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
            }
        }
    }
}
