package dev.ose.server.admin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes guessing slow: after five wrong logins in a row from one address, each further one doubles the time for which
 * that address is not listened to, up to five minutes. By address and not by name, so that nobody can lock an
 * administrator out from elsewhere. Thread-safe.
 */
final class LoginBackOff {

    private static final int FREE_ATTEMPTS = 5;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int LONGEST_SHIFT = 9;
    private static final int ADDRESSES = 10_000;

    private final Cache<String, Attempts> byAddress = Caffeine.newBuilder()
            .maximumSize(ADDRESSES)
            .expireAfterWrite(Duration.ofMinutes(15))
            .build();
    private final Clock clock;

    LoginBackOff(Clock clock) {
        this.clock = clock;
    }

    private record Attempts(int wrong, Instant listenAgain) {}

    /** How long the address must wait from now; zero if it need not. */
    Duration remaining(String address) {
        @Nullable Attempts attempts = byAddress.getIfPresent(address);
        Instant now = clock.instant();
        return attempts == null || !now.isBefore(attempts.listenAgain())
                ? Duration.ZERO
                : Duration.between(now, attempts.listenAgain());
    }

    void wrong(String address) {
        byAddress.asMap().merge(address, next(0), (before, first) -> next(before.wrong()));
    }

    void right(String address) {
        byAddress.invalidate(address);
    }

    private Attempts next(int wrongBefore) {
        int wrong = wrongBefore + 1;
        if (wrong < FREE_ATTEMPTS) {
            return new Attempts(wrong, Instant.MIN);
        }
        Duration pause = Duration.ofSeconds(1L << Math.min(wrong - FREE_ATTEMPTS, LONGEST_SHIFT));
        return new Attempts(wrong, clock.instant().plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause));
    }
}
