package dev.ose.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes guessing slow: after five wrong proofs in a row from one place, each further one doubles the time for which that
 * place is not listened to, up to five minutes. By where they come from and not by whom they name, so that nobody can lock
 * somebody out from elsewhere. Remembers ten thousand places, and none for longer than a quarter of an hour. Thread-safe.
 */
public final class BackOff {

    private static final int FREE_ATTEMPTS = 5;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int LONGEST_SHIFT = 9;
    private static final int MOST_PLACES = 10_000;

    /** Those that were wrong longest ago come first. */
    private final LinkedHashMap<String, Attempts> byPlace = new LinkedHashMap<>();

    private final Clock clock;

    public BackOff(Clock clock) {
        this.clock = clock;
    }

    private record Attempts(int wrong, Instant last, Instant listenAgain) {}

    /** How long the place must wait from now; zero if it need not. */
    public synchronized Duration remaining(String place) {
        Instant now = clock.instant();
        @Nullable Attempts attempts = byPlace.get(place);
        return attempts == null || !now.isBefore(attempts.listenAgain())
                ? Duration.ZERO
                : Duration.between(now, attempts.listenAgain());
    }

    /** Notes a wrong proof. */
    public synchronized void wrong(String place) {
        Instant now = clock.instant();
        @Nullable Attempts before = byPlace.remove(place);
        int wrongBefore = before == null || now.isAfter(before.last().plus(REMEMBERED)) ? 0 : before.wrong();
        byPlace.put(place, next(wrongBefore, now));
        if (byPlace.size() > MOST_PLACES) {
            byPlace.pollFirstEntry();
        }
    }

    /** Notes a right proof, which forgets the wrong ones. */
    public synchronized void right(String place) {
        byPlace.remove(place);
    }

    private static Attempts next(int wrongBefore, Instant now) {
        int wrong = wrongBefore + 1;
        if (wrong < FREE_ATTEMPTS) {
            return new Attempts(wrong, now, now);
        }
        Duration pause = Duration.ofSeconds(1L << Math.min(wrong - FREE_ATTEMPTS, LONGEST_SHIFT));
        return new Attempts(wrong, now, now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause));
    }
}
