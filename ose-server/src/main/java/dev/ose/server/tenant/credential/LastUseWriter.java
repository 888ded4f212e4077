package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Writes the last uses of credentials and requests of users, every half minute and at the end: a crash loses at most
 * that much. What cannot be written is written the next time.
 */
public final class LastUseWriter implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Duration LAST_WRITE = Duration.ofSeconds(5);

    private final LastUses uses;
    private final LastUseStore store;
    private final Clock clock;
    private final Job job;

    private LastUseWriter(Jobs jobs, LastUses uses, LastUseStore store, Clock clock) {
        this.uses = uses;
        this.store = store;
        this.clock = clock;
        this.job = jobs.periodic(
                JobPlan.every("credential-use-writer", INTERVAL).delayed().withLastRun(), _ -> write());
    }

    /** Starts the job. */
    public static LastUseWriter start(Jobs jobs, LastUses uses, LastUseStore store, Clock clock) {
        LastUseWriter writer = unstarted(jobs, uses, store, clock);
        writer.job.start();
        return writer;
    }

    /** For tests, which call {@link #write}. */
    static LastUseWriter unstarted(Jobs jobs, LastUses uses, LastUseStore store, Clock clock) {
        return new LastUseWriter(jobs, uses, store, clock);
    }

    /** Writes the noted uses. */
    void write() {
        Map<AccessKeyId, LastUse> unwritten = uses.unwritten();
        if (!unwritten.isEmpty()) {
            store.write(unwritten, LastUses.APART);
        }
        uses.written(unwritten, clock.instant());
        Map<LastUses.Person, Instant> users = uses.unwrittenUsers();
        if (!users.isEmpty()) {
            store.writeUsers(users, LastUses.APART);
        }
        uses.writtenUsers(users, clock.instant());
    }

    /** Writes the rest; blocks for a few seconds at most. */
    @Override
    public void close() {
        job.close(LAST_WRITE);
    }
}
