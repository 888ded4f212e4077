package dev.ose.server.runtime.jobs;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work that goes on beside requests, on a thread of its own, until it is closed. Whatever a run throws is counted and reported,
 * and the job runs again: neither a database that is away nor a bug ends it for good. Safe for use by several threads.
 */
public final class Job implements AutoCloseable {

    private final JobPlan plan;
    private final JobHealth health;
    private final Step step;
    private final Semaphore wanted = new Semaphore(0);
    private final BackgroundThread thread;
    /** Whether the run under way reported how it fares; the job's own thread's. */
    private boolean isReported;

    Job(JobPlan plan, JobHealth health, Step step) {
        this.plan = plan;
        this.health = health;
        this.step = step;
        this.thread = new BackgroundThread(plan.name(), this::runUntilStopped);
    }

    /** What one run does. */
    @FunctionalInterface
    public interface Task {

        /**
         * Runs once.
         *
         * @param job tells whether to stop; a run that is long asks for that often
         */
        void run(Job job) throws Exception;
    }

    /** What one run does of what waits. */
    @FunctionalInterface
    public interface Step {

        /**
         * Runs once; whether there may be more to do at once.
         *
         * @param job as of a {@link Task}
         */
        boolean run(Job job) throws Exception;
    }

    /** Begins; to be called once. Does not block. */
    public Job start() {
        thread.start();
        return this;
    }

    /** Ends the pause between two runs, or the next one. Never blocks. */
    public void wake() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    /** For a run: waits that long, or until the job is to stop; true if it is to go on. */
    public boolean pause(Duration length) throws InterruptedException {
        return thread.pause(length);
    }

    /** Whether the job is to stop. */
    public boolean isStopping() {
        return thread.isStopping();
    }

    /** For a run that goes on although a part of it failed. By the job's own thread. */
    public void failed(Exception cause) {
        isReported = true;
        health.failed(cause);
    }

    /** For a run that goes on for long: so far it did what it is for. By the job's own thread. */
    public void succeeded() {
        isReported = true;
        health.succeeded();
    }

    private void runUntilStopped() throws InterruptedException {
        boolean isGoing = !plan.isDelayed() || await(plan.period());
        while (isGoing) {
            isGoing = await(runOnce());
        }
        if (plan.isLastRun()) {
            runOnce();
        }
    }

    private boolean await(Duration pause) throws InterruptedException {
        if (!isStopping() && wanted.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            wanted.drainPermits();
        }
        return !isStopping();
    }

    /** How long to wait for the next run. */
    private Duration runOnce() {
        Outcome outcome =
                plan.exclusive().isPresent() ? attemptAlone(plan.exclusive().get()) : attempt();
        if (outcome.failure() != null) {
            health.failed(outcome.failure());
            return plan.retry();
        }
        if (outcome.isDone() && !isReported) {
            health.succeeded();
        }
        return outcome.isMore() ? Duration.ZERO : plan.period();
    }

    private Outcome attemptAlone(JobPlan.Exclusive exclusive) {
        try {
            return exclusive.run(this::attempt);
        } catch (FailureException e) {
            return e.failure() instanceof Failure.Busy ? Outcome.SKIPPED : new Outcome(false, false, e);
        } catch (RuntimeException e) {
            return new Outcome(false, false, e);
        }
    }

    /** Throws nothing, so that what is thrown beside it is of the lock. */
    private Outcome attempt() {
        isReported = false;
        try {
            return new Outcome(true, step.run(this), null);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Outcome.SKIPPED;
        } catch (Exception e) {
            return new Outcome(false, false, e);
        }
    }

    private record Outcome(
            boolean isDone, boolean isMore, @Nullable Exception failure) {
        /** Nothing was done, which is no failure. */
        static final Outcome SKIPPED = new Outcome(false, false, null);
    }

    /** Tells the job to stop. Does not block. */
    public void stop() {
        thread.stop();
        wake();
    }

    /** Tells the job, which must have begun, to stop, and waits for the run under way, for at most ten seconds. */
    @Override
    public void close() {
        stop();
        thread.close();
    }

    /** The same with another bound. */
    public void close(Duration patience) {
        stop();
        thread.close(patience);
    }
}
