package dev.ose.server.runtime.jobs;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Background work on a thread of its own, until it is closed. Exceptions of a run are counted and reported, and the job
 * runs again: neither an unavailable database nor a bug ends it permanently. Thread-safe.
 */
public final class Job implements AutoCloseable {

    private final JobPlan plan;
    private final JobHealth health;
    private final Step step;
    private final Semaphore wanted = new Semaphore(0);
    private final BackgroundThread thread;
    /** Whether the present run reported its health itself. Confined to the job's thread. */
    private boolean isReported;

    Job(JobPlan plan, JobHealth health, Step step) {
        this.plan = plan;
        this.health = health;
        this.step = step;
        this.thread = new BackgroundThread(plan.name(), this::runUntilStopped);
    }

    /** The work of one run. */
    @FunctionalInterface
    public interface Task {

        /**
         * Runs once.
         *
         * @param job for checking {@link #isStopping}, which a long run must do often
         */
        void run(Job job) throws Exception;
    }

    /** The work of one run of a queue. */
    @FunctionalInterface
    public interface Step {

        /**
         * Runs once; returns whether there may be more to do at once.
         *
         * @param job as for a {@link Task}
         */
        boolean run(Job job) throws Exception;
    }

    /** Starts the job; to be called once. Does not block. */
    public Job start() {
        thread.start();
        return this;
    }

    /** Ends the pause between two runs, or skips the next one. Never blocks. */
    public void wake() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    /** Waits within a run that long, or until the stop; returns true if the job is to continue. */
    public boolean pause(Duration length) throws InterruptedException {
        return thread.pause(length);
    }

    /** Whether the job is to stop. */
    public boolean isStopping() {
        return thread.isStopping();
    }

    /** Reports a failure of a part of a run that continues. To be called by the job's thread. */
    public void failed(Exception cause) {
        isReported = true;
        health.failed(cause);
    }

    /** Reports the success of a run that continues for long. To be called by the job's thread. */
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

    /** Runs once; returns the pause before the next run. */
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

    /** Never throws, so that an exception of {@link #attemptAlone} is always one of the lock. */
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
        /** Nothing was done; this is no failure. */
        static final Outcome SKIPPED = new Outcome(false, false, null);
    }

    /** Signals the stop. Does not block. */
    public void stop() {
        thread.stop();
        wake();
    }

    /** Stops the job, which must have begun, and waits for the run under way, for at most ten seconds. */
    @Override
    public void close() {
        stop();
        thread.close();
    }

    /** As {@link #close()} with another bound. */
    public void close(Duration patience) {
        stop();
        thread.close(patience);
    }
}
