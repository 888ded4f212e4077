package dev.ose.server.bucket.logging;

import dev.ose.server.runtime.fairness.FairBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of all access logs of the node that wait for their delivery. Bounded, with a share for each tenant.
 * Thread-safe.
 */
final class LogBuffer {

    private final FairBudget memory;
    private final long objectBytes;
    private final Map<AccessLogBatch.Subject, AccessLogBatch> open = new HashMap<>();
    private final List<AccessLogBatch> full = new ArrayList<>();

    /** @param objectBytes from this size on a batch is full */
    LogBuffer(long bufferBytes, long objectBytes) {
        this.memory = new FairBudget(bufferBytes);
        this.objectBytes = objectBytes;
    }

    /** The result of adding a line. */
    enum Added {
        KEPT,
        /** It filled a batch, which can be delivered. */
        FILLED,
        /** There is no memory for it. */
        REFUSED
    }

    synchronized Added add(AccessLogBatch.Subject subject, byte[] line, Instant now) {
        AccessLogBatch batch =
                open.computeIfAbsent(subject, same -> new AccessLogBatch(same, now, memory.lease(same.tenant())));
        if (!batch.add(line)) {
            if (batch.size() == 0) {
                open.remove(subject);
            }
            return Added.REFUSED;
        }
        if (batch.bytes() < objectBytes) {
            return Added.KEPT;
        }
        open.remove(subject);
        full.add(batch);
        return Added.FILLED;
    }

    /** Takes out what is full, and what began at {@code time} or before. */
    synchronized List<AccessLogBatch> take(Instant time) {
        List<AccessLogBatch> taken = new ArrayList<>(full);
        full.clear();
        open.values().removeIf(batch -> {
            boolean isDue = !batch.begunAt().isAfter(time);
            if (isDue) {
                taken.add(batch);
            }
            return isDue;
        });
        return taken;
    }

    /** Bytes of all lines that were neither delivered nor dropped. */
    long bytes() {
        return memory.held();
    }
}
