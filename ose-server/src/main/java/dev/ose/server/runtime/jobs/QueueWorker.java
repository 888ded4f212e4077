package dev.ose.server.runtime.jobs;

import dev.ose.server.runtime.fairness.PerEndpointQueue;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Processes a database queue whose items need platform requests: one job claims due items, a few at a time, without
 * waiting for them; each item is then executed in turn for its endpoint. The claim of a failed item expires, and the
 * item is claimed again.
 *
 * @param <Q> a claim
 * @param <G> the group that determines its endpoint, such as a bucket
 */
public final class QueueWorker<Q, G> implements AutoCloseable {

    private final DueQueue<Q> queue;
    private final PerEndpointQueue<Q, G> lines;
    private final Job job;

    /** The queue of due items. Blocks on the database. */
    public interface DueQueue<Q> {

        /**
         * Claims some due items.
         *
         * @param isAnyFull whether items of some endpoint would have to be put back
         */
        Claimed<Q> claim(boolean isAnyFull);

        /** Releases claims that found no place; never an empty list. */
        void putBack(List<Q> refused);
    }

    /** Some claims, and whether there may be more at once. */
    public record Claimed<Q>(List<Q> claims, boolean isMore) {

        public Claimed {
            claims = List.copyOf(claims);
        }
    }

    /** The endpoint of a claim, by group, and the work on it. */
    public record Work<Q, G>(Function<Q, G> groups, Function<G, Object> endpoints, Consumer<Q> work) {}

    /**
     * Creates the worker; {@link #start} begins the work. Failures of single items are counted separately, under {@code
     * -answers}.
     */
    public QueueWorker(Jobs jobs, JobPlan plan, DueQueue<Q> queue, Work<Q, G> work) {
        this.queue = queue;
        this.job = jobs.queue(plan, _ -> claim());
        JobHealth answers = jobs.health(plan.name() + "-answers");
        this.lines = new PerEndpointQueue<>(
                plan.name() + '-',
                work.groups(),
                work.endpoints(),
                claim -> {
                    work.work().accept(claim);
                    answers.succeeded();
                },
                answers::failed,
                job::wake);
    }

    /** Starts the worker; to be called once. Does not block. */
    public void start() {
        job.start();
    }

    /** Requests a claim at once. Never blocks. */
    public void wake() {
        job.wake();
    }

    private boolean claim() {
        Claimed<Q> claimed = queue.claim(lines.isAnyFull());
        List<Q> refused = lines.enter(claimed.claims());
        if (!refused.isEmpty()) {
            queue.putBack(refused);
        }
        return claimed.isMore() && !lines.isAnyFull();
    }

    /** Stops after the requests under way; blocks for at most twenty seconds. */
    @Override
    public void close() {
        job.close();
        lines.close();
    }
}
