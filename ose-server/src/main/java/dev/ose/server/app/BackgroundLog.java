package dev.ose.server.app;

import dev.ose.server.runtime.jobs.FailureRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs runs of failures of work in the background. */
final class BackgroundLog {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLog.class);

    private BackgroundLog() {}

    /** @param work what is not done meanwhile */
    static FailureRun of(String work) {
        return new FailureRun(
                cause -> LOG.atWarn()
                        .addKeyValue("work", work)
                        .setCause(cause)
                        .log(
                                "OSE-1411: work in the background fails and is tried again; its next failures are not logged"),
                () -> LOG.atInfo().addKeyValue("work", work).log("work in the background succeeds again"));
    }
}
