package dev.ose.server.ledger.jdbc;

import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Applies the log in the background and empties what was applied. Each node does so; a lane that another one is
 * applying is left to it.
 */
public final class LogKeeper implements AutoCloseable {

    /** While there are no entries. */
    private static final Duration PERIOD = Duration.ofMillis(500);

    /**
     * From beginning to beginning, while there are: long enough that most writes begin and end in one batch, so that
     * they need no row when open. Rows are behind by this and the time of a batch at most.
     */
    private static final Duration INTERVAL = Duration.ofMillis(50);

    private static final List<Duration> DELAYS = Stream.of(50, 100, 200, 500, 1_000, 5_000, 30_000)
            .map(Duration::ofMillis)
            .toList();

    private static final Duration CLEAN_EVERY = Duration.ofSeconds(5);
    private static final Duration STALLED = Duration.ofSeconds(30);

    private final LogFollower follower;
    private final LogPartitions partitions;
    private final Runnable dirtyAppeared;
    private final LongSupplier nanoTime;
    private final OperatorEvents events;
    private final Consumer<Duration> delays;
    private final Job job;
    private volatile long followedAt;
    private long cleanedAt;
    private boolean isStalled;

    LogKeeper(
            Jobs jobs, LogFollower follower, LogPartitions partitions, Runnable dirtyAppeared, LongSupplier nanoTime) {
        this.follower = follower;
        this.partitions = partitions;
        this.dirtyAppeared = dirtyAppeared;
        this.nanoTime = nanoTime;
        this.events = jobs.events();
        this.followedAt = nanoTime.getAsLong();
        this.cleanedAt = followedAt;
        this.job = jobs.periodic(JobPlan.every("ledger-log", PERIOD), this::run);
        this.delays = jobs.metrics().durations("ose.ledger.log.delay", DELAYS);
        jobs.metrics().show("ose.ledger.log.lag", "seconds", () -> lag().toNanos() / 1e9);
    }

    /** Starts applying. Does not block. */
    public static LogKeeper start(Jobs jobs, LogFollower follower, LogPartitions partitions, Runnable dirtyAppeared) {
        LogKeeper keeper = new LogKeeper(jobs, follower, partitions, dirtyAppeared, System::nanoTime);
        keeper.job.start();
        return keeper;
    }

    /** The maximum delay of rows: they contain everything that was written before it. */
    public Duration lag() {
        return Duration.ofNanos(nanoTime.getAsLong() - followedAt);
    }

    private void run(Job running) throws InterruptedException {
        boolean isGoing = true;
        while (isGoing) {
            long next = nanoTime.getAsLong() + INTERVAL.toNanos();
            isGoing = run();
            running.succeeded();
            isGoing = isGoing && running.pause(Duration.ofNanos(Math.max(0, next - nanoTime.getAsLong())));
        }
    }

    /** Applies what there is; returns whether there was anything. */
    boolean run() {
        long now = nanoTime.getAsLong();
        boolean isAny;
        try {
            LogFollower.Progress progress = follower.followNow();
            isAny = progress.isAny();
            if (progress.isWhole()) {
                recordDelay(progress);
                followedAt = now;
            }
        } finally {
            reportStall();
        }
        clean(now);
        return isAny;
    }

    /** The oldest of the writes whose rows are here now was made after the beginning of the last complete run. */
    private void recordDelay(LogFollower.Progress progress) {
        if (progress.isAny()) {
            delays.accept(lag());
        }
    }

    private void clean(long now) {
        if (now - cleanedAt >= CLEAN_EVERY.toNanos()) {
            cleanedAt = now;
            if (partitions.beginAnewIfElsewhere()) {
                dirtyAppeared.run();
            }
            partitions.truncateApplied();
        }
    }

    private void reportStall() {
        Duration lag = lag();
        if (isStalled != lag.compareTo(STALLED) > 0) {
            isStalled = !isStalled;
            events.report(isStalled ? new OperatorEvent.LogStalled(lag) : new OperatorEvent.LogFollowed());
        }
    }

    @Override
    public void close() {
        job.close();
    }
}
