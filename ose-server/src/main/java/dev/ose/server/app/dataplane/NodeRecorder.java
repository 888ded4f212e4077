package dev.ose.server.app.dataplane;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.server.runtime.telemetry.LineWriter;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.RequestLog;
import dev.ose.server.runtime.telemetry.RequestMetrics;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.runtime.telemetry.RequestSummary;
import io.micrometer.core.instrument.FunctionCounter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Clock;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Counts requests, and logs them if enabled. Closed after the listeners, so that the last requests are logged. */
public final class NodeRecorder implements RequestRecorder, AutoCloseable {

    private final @Nullable LineWriter lines;
    private final RequestLog log;
    private final RequestMetrics numbers;

    public NodeRecorder(Configuration configuration, Metrics metrics, Clock clock) {
        lines = configuration.get(AdminOptions.ACCESS_LOG)
                ? new LineWriter(new FileOutputStream(FileDescriptor.err))
                : null;
        log = new RequestLog(lines, clock.withZone(ZoneId.systemDefault()));
        numbers = new RequestMetrics(metrics.registry());
        if (lines != null) {
            FunctionCounter.builder("ose.log.lost", lines, LineWriter::lostLines)
                    .baseUnit("lines")
                    .register(metrics.registry());
        }
    }

    @Override
    public void record(RequestSummary summary) {
        numbers.record(summary);
        log.record(summary);
    }

    @Override
    public void recordBug(String requestId, Throwable bug) {
        numbers.recordBug(requestId, bug);
        log.recordBug(requestId, bug);
    }

    @Override
    public void close() {
        if (lines != null) {
            lines.close();
        }
    }
}
