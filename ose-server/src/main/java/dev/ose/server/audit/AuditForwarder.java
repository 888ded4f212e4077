package dev.ose.server.audit;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Forwards entries to a receiver in the order of time, each at least once, on one node of the cluster at a time. What a
 * receiver does not confirm waits in the table; its failures are those of the job.
 */
public final class AuditForwarder {

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final int ENTRIES_AT_ONCE = 200;
    private static final int MAX_COUNTED = 100_000;

    /** Longer than any call takes. */
    private static final Duration MAX_CALL = Duration.ofMinutes(5);

    private final AuditReceiver receiver;
    private final AuditOutbox outbox;
    private final Clock clock;
    private final LongAdder forwarded = new LongAdder();
    private final AtomicLong waiting = new AtomicLong();

    private AuditForwarder(AuditReceiver receiver, AuditOutbox outbox, Clock clock) {
        this.receiver = receiver;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** Starts the job. Does not block. */
    public static Job start(
            Jobs jobs, ExclusiveWork exclusive, AuditReceiver receiver, AuditOutbox outbox, Clock clock) {
        AuditForwarder forwarder = new AuditForwarder(receiver, outbox, clock);
        String kind = receiver.kind().name().toLowerCase(Locale.ROOT);
        jobs.metrics().count("ose.audit.forwarded." + kind, forwarder.forwarded::sum);
        jobs.metrics().show("ose.audit.waiting." + kind, "", forwarder.waiting::get);
        JobPlan plan =
                JobPlan.every("audit-to-" + kind, PERIOD).retriedAfter(RETRY).alone(exclusive, "audit to " + kind);
        return jobs.queue(plan, _ -> forwarder.forward()).start();
    }

    /** Returns whether there may be more at once. */
    private boolean forward() throws IOException {
        List<RecordedEntry> due = outbox.due(receiver.kind(), clock.instant().minus(MAX_CALL), ENTRIES_AT_ONCE);
        if (due.isEmpty()) {
            waiting.set(0);
            return false;
        }
        waiting.set(outbox.waiting(receiver.kind(), MAX_COUNTED));
        Optional<String> problem = receiver.send(due);
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
        outbox.confirm(receiver.kind(), due.stream().map(it -> it.entry().id()).toList());
        forwarded.add(due.size());
        waiting.addAndGet(-due.size());
        return due.size() == ENTRIES_AT_ONCE;
    }
}
