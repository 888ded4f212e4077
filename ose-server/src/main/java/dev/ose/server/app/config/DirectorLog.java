package dev.ose.server.app.config;

import dev.ose.server.director.DirectorEvents;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when Cloud Director stops answering, and when it answers again. */
final class DirectorLog implements DirectorEvents {

    private static final Logger LOG = LoggerFactory.getLogger(DirectorLog.class);

    private final AtomicBoolean isAway = new AtomicBoolean();

    @Override
    public void answered() {
        if (isAway.compareAndSet(true, false)) {
            LOG.info("Cloud Director answers again.");
        }
    }

    @Override
    public void unreachable(String why) {
        if (isAway.compareAndSet(false, true)) {
            LOG.warn(
                    "OSE-2309: Cloud Director cannot be asked about access tokens: {}. New ones are refused until it"
                            + " answers. Check the line Cloud Director of ose config validate.",
                    why);
        }
    }
}
