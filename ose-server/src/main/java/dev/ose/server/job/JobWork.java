package dev.ose.server.job;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Works on a claimed job, step by step. Blocks. Thread-safe. */
final class JobWork {

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(2);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final JobStore store;
    private final JobSites sites;
    private final JobParts parts;
    private final JobRunner.Limits limits;
    private final Progress progress;

    JobWork(JobStore store, JobSites sites, JobParts parts, JobRunner.Limits limits, Progress progress) {
        this.store = store;
        this.sites = sites;
        this.parts = parts;
        this.limits = limits;
        this.progress = progress;
    }

    /** The node's counters of all its jobs, and whether it is stopping. */
    record Progress(LongAdder done, LongAdder failed, BooleanSupplier isStopping) {}

    /** Works for a while, or until the job is over or to be stopped; throws if its claim is to expire. */
    void work(JobClaim claim) {
        if (claim.attempts() > MAX_ATTEMPTS) {
            store.fail(claim, "The job was tried " + MAX_ATTEMPTS + " times and did not get ahead.");
            return;
        }
        Walks walks = new Walks(store, parts);
        JobPosition position = claim.position();
        long until = System.nanoTime() + limits.slice().toNanos();
        while (!position.isOver()) {
            if (progress.isStopping().getAsBoolean() || System.nanoTime() - until > 0) {
                store.release(claim, "", Duration.ZERO);
                return;
            }
            if (isBehind(claim)) {
                store.release(claim, "Too many keys wait for verification.", RETRY_AFTER);
                return;
            }
            Optional<JobStep> step = step(walks, claim, position);
            if (step.isEmpty() || !record(claim, step.get())) {
                return;
            }
            position = step.get().next();
        }
        store.complete(claim);
    }

    private boolean isBehind(JobClaim claim) {
        return limits.backlog().applyAsInt(claim.target() == null ? claim.bucket() : claim.target())
                >= JobRunner.Limits.MAX_BACKLOG;
    }

    /** Takes a step; empty if the job cannot go on now, which is then recorded. */
    private Optional<JobStep> step(Walks walks, JobClaim claim, JobPosition position) {
        try {
            return Optional.of(walks.of(claim.task(), position).step(sites.find(claim), claim, position));
        } catch (FailureException e) {
            stop(claim, e);
            return Optional.empty();
        }
    }

    /** Returns whether the job is to go on. */
    private boolean record(JobClaim claim, JobStep step) {
        Optional<JobState> state = store.record(claim, step, limits.failures(), limits.lease());
        if (state.isPresent()) {
            progress.done().add(step.done());
            progress.failed().add(step.failures().size());
        }
        return state.filter(it -> it == JobState.RUNNING).isPresent();
    }

    private void stop(JobClaim claim, FailureException e) {
        switch (e.failure()) {
            case Failure.CallerDisabled _ ->
                store.fail(
                        claim,
                        "The user of the job or its tenant is disabled, or the access key that started it is disabled,"
                                + " removed or expired.");
            case Failure.NotAllowed(String what) -> store.fail(claim, "The user of the job may not do " + what + ".");
            case Failure.NotFound(String kind, String name) ->
                store.fail(claim, "There is no " + kind + ' ' + name + " any more.");
            case Failure.PlatformRefused refused ->
                store.fail(claim, "The platform refused the job: " + refused.explanation() + '.');
            case Failure.MetadataUnavailable _ -> throw e;
            case Failure.Busy _, Failure.PlatformUnreachable _, Failure.OutcomeUnknown _ ->
                store.release(claim, "The platform did not answer; the job is tried again.", pause(claim));
            case Failure.Internal(RuntimeException bug) -> throw bug;
            case Failure.BucketMissing(String name) -> store.fail(claim, "There is no bucket " + name + " any more.");
            case Failure.OfRequest _, Failure.OfAccess _, Failure.OfLogin _, Failure.OfState _, Failure.OfService _ ->
                throw e;
        }
    }

    private static Duration pause(JobClaim claim) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.clamp(claim.attempts() - 1L, 0, 6));
        return pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
    }
}
