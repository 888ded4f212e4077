package dev.ose.server.app.config;

import dev.ose.server.director.DirectorEvents;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs when Cloud Director stops answering, and when it has answered for a minute again: one whose answers fail now and
 * then, as to a token that it stumbles over, would otherwise fill the log. Thread-safe.
 */
final class DirectorLog implements DirectorEvents {

    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final Logger log;
    private final Clock clock;
    private @Nullable Instant failedAt;

    DirectorLog(Logger log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public void answered() {
        if (isSettled(clock.instant())) {
            log.info("Cloud Director answers again.");
        }
    }

    private synchronized boolean isSettled(Instant now) {
        Instant last = failedAt;
        if (last == null || now.isBefore(last.plus(SETTLED))) {
            return false;
        }
        failedAt = null;
        return true;
    }

    @Override
    public void unreachable(String why) {
        if (isFirst(clock.instant())) {
            log.warn(
                    "OSE-2309: Cloud Director cannot be asked about access tokens: {}. New ones are refused until it"
                            + " answers. Check the line Cloud Director of ose config validate.",
                    why);
        }
    }

    private synchronized boolean isFirst(Instant now) {
        boolean isFirst = failedAt == null;
        failedAt = now;
        return isFirst;
    }
}
