package dev.ose.server.s3.relay;

import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.transfer.PooledBuffer;
import java.util.function.Supplier;

/**
 * The services of every request: its records and its memory.
 *
 * @param buffers lends a buffer; called on I/O threads
 * @param memory budget of all clients' documents
 */
public record RequestServices(
        RequestRecorder recorder,
        Meter meter,
        AuditTrail audit,
        AccessLog accessLog,
        Supplier<PooledBuffer> buffers,
        FairBudget memory) {}
