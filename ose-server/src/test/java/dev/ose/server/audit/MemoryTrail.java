package dev.ose.server.audit;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what it receives in memory, and can refuse it. */
public final class MemoryTrail implements AuditTrail {

    private final Random random = new Random(1);
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    /** Whether no call may begin. */
    public volatile boolean refusesBeginnings;

    /** Whether no outcome is taken. */
    public volatile boolean refusesOutcomes;

    /**
     * What was recorded.
     *
     * @param outcome null if the call is not over
     */
    public record Line(AuditId id, Call call, @Nullable AuditOutcome outcome) {}

    /** All calls in the order of their beginnings. */
    public List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    public AuditId begin(Call call, Durability durability) {
        return add(call, null);
    }

    private AuditId add(Call call, @Nullable AuditOutcome outcome) {
        if (refusesBeginnings) {
            throw new FailureException(new Failure.AuditUnavailable());
        }
        AuditId id = AuditId.next(Instant.EPOCH, random);
        lines.add(new Line(id, call, outcome));
        return id;
    }

    @Override
    public void end(AuditId call, AuditOutcome outcome) {
        if (refusesOutcomes) {
            throw new FailureException(new Failure.AuditIncomplete());
        }
        lines.replaceAll(line -> line.id().equals(call) ? new Line(call, line.call(), outcome) : line);
    }

    @Override
    public void record(Call call, AuditOutcome outcome) {
        var _ = add(call, outcome);
    }
}
