package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes guessing slow: after five wrong proofs in a row from one place, each further one doubles the time for which that
 * place is not listened to, up to five minutes. By where they come from and not by whom they name, so that nobody can lock
 * somebody out from elsewhere. A right proof forgives what was wrong about the same name, or whoever has a login could guess
 * at others' for ever. Remembers ten thousand places, and none for longer than a quarter of an hour. Thread-safe.
 */
public final class BackOff {

    private static final int FREE_ATTEMPTS = 5;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int LONGEST_SHIFT = 9;
    private static final int MOST_PLACES = 10_000;

    /** What is wrong about more names of a place is not forgiven. */
    private static final int MOST_NAMES = 20;

    /** Those that were wrong longest ago come first. */
    private final LinkedHashMap<Object, Attempts> byPlace = new LinkedHashMap<>();

    private final Clock clock;

    public BackOff(Clock clock) {
        this.clock = clock;
    }

    /** How long the place must wait from now; zero if it need not. */
    public synchronized Duration remaining(Object place) {
        Instant now = clock.instant();
        @Nullable Attempts attempts = byPlace.get(place);
        return attempts == null || !now.isBefore(attempts.listenAgain)
                ? Duration.ZERO
                : Duration.between(now, attempts.listenAgain);
    }

    /**
     * Notes a wrong proof.
     *
     * @param place where it came from, to be compared with its like
     * @param name as whom
     */
    public synchronized void wrong(Object place, Object name) {
        Instant now = clock.instant();
        @Nullable Attempts before = byPlace.remove(place);
        Attempts attempts = before == null || now.isAfter(before.last.plus(REMEMBERED)) ? new Attempts(now) : before;
        attempts.add(name, now);
        byPlace.put(place, attempts);
        if (byPlace.size() > MOST_PLACES) {
            byPlace.pollFirstEntry();
        }
    }

    /** Notes a right proof, which forgets the wrong ones of the same name. */
    public synchronized void right(Object place, Object name) {
        @Nullable Attempts attempts = byPlace.get(place);
        if (attempts != null && attempts.forgive(name) == 0) {
            byPlace.remove(place);
        }
    }

    /** Those of one place. */
    private static final class Attempts {

        private final Map<Object, Integer> byName = new HashMap<>();
        private int wrong;
        private Instant last;
        private Instant listenAgain;

        Attempts(Instant now) {
            this.last = now;
            this.listenAgain = now;
        }

        void add(Object name, Instant now) {
            wrong++;
            last = now;
            if (byName.size() < MOST_NAMES || byName.containsKey(name)) {
                byName.merge(name, 1, Integer::sum);
            }
            if (wrong >= FREE_ATTEMPTS) {
                Duration pause = Duration.ofSeconds(1L << Math.min(wrong - FREE_ATTEMPTS, LONGEST_SHIFT));
                listenAgain = now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
            }
        }

        /** How many are left. */
        int forgive(Object name) {
            @Nullable Integer forgiven = byName.remove(name);
            wrong -= forgiven == null ? 0 : forgiven;
            return wrong;
        }
    }
}
