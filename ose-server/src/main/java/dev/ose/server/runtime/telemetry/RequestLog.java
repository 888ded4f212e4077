package dev.ose.server.runtime.telemetry;

import java.time.Clock;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one structured line for each S3 request, if enabled, and every bug. */
public final class RequestLog implements RequestRecorder {

    static final String NAME = "dev.ose.access.s3";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    private final @Nullable LineWriter lines;
    private final Clock clock;

    /**
     * @param lines receives the line of each request; null to log bugs only
     * @param clock time and zone of the log
     */
    public RequestLog(@Nullable LineWriter lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    @Override
    public void record(RequestSummary summary) {
        if (lines != null && LOG.isInfoEnabled()) {
            lines.write(RequestLine.of(summary, ZonedDateTime.now(clock)));
        }
    }

    @Override
    public void recordBug(String requestId, Throwable bug) {
        LOG.atError().addKeyValue("request", requestId).setCause(bug).log("a request ended in an error of our own");
    }
}
