package dev.ose.server.director.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Refuses questions of an origin for five seconds after one of its questions had no answer, and then lets one at a time
 * try. By origin, so that one whose tokens break the connection keeps no other out. Remembers ten thousand origins.
 * Thread-safe.
 */
final class RetryPauses {

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int MAX_ORIGINS = 10_000;

    private final Clock clock;
    private final Cache<Object, Pause> pauses =
            Caffeine.newBuilder().maximumSize(MAX_ORIGINS).build();

    RetryPauses(Clock clock) {
        this.clock = clock;
    }

    private record Pause(Instant since, boolean isTrying) {

        Duration remaining(Instant now) {
            if (isTrying) {
                return PAUSE;
            }
            // Not before its beginning either: the clock may have been set back.
            return now.isBefore(since) ? Duration.ZERO : PAUSE.minus(Duration.between(since, now));
        }
    }

    /**
     * Begins a question, which {@link #end} must follow.
     *
     * @param origin compared by {@code equals}
     * @throws FailureException {@code DirectorUnreachable} if it must not be asked
     */
    void begin(Object origin) {
        Instant now = clock.instant();
        pauses.asMap().computeIfPresent(origin, (same, pause) -> {
            Duration remaining = pause.remaining(now);
            if (remaining.isPositive()) {
                throw new FailureException(new Failure.DirectorUnreachable(remaining));
            }
            return new Pause(now, true);
        });
    }

    void end(Object origin, boolean isAnswered) {
        if (isAnswered) {
            pauses.invalidate(origin);
        } else {
            pauses.put(origin, new Pause(clock.instant(), false));
        }
    }
}
