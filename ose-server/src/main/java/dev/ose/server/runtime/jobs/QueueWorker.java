package dev.ose.server.runtime.jobs;

import dev.ose.server.runtime.fairness.PerEndpointQueue;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Works through a queue in the database by asking platforms: one job claims what is due, a few at a time, and waits for none of it;
 * each claim then takes its turn at the endpoint that it is about. A claim whose work fails runs out and is handed out again.
 *
 * @param <Q> a claim
 * @param <G> what tells its endpoint, such as a bucket
 */
public final class QueueWorker<Q, G> implements AutoCloseable {

    private final DueQueue<Q> queue;
    private final PerEndpointQueue<Q, G> lines;
    private final Job job;

    /** Where claims come from. Blocks on the database. */
    public interface DueQueue<Q> {

        /**
         * Takes some of what is due.
         *
         * @param isAnyFull whether what is due of some endpoint would have to be put back
         */
        Claimed<Q> claim(boolean isAnyFull);

        /** Takes back what finds no place; never an empty list. */
        void putBack(List<Q> refused);
    }

    /** Some claims, and whether there may be more at once. */
    public record Claimed<Q>(List<Q> claims, boolean isMore) {

        public Claimed {
            claims = List.copyOf(claims);
        }
    }

    /** Whom a claim is about, and what is done with it. */
    public record Work<Q, G>(Function<Q, G> groups, Function<G, Object> endpoints, Consumer<Q> work) {}

    /** Prepares it; {@link #start} begins the work. Failures of single claims are counted apart, as those of answers. */
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

    /** Begins; to be called once. Does not block. */
    public void start() {
        job.start();
    }

    /** Has more claimed at once. Never blocks. */
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

    /** Stops after the questions under way; blocks for at most twenty seconds. */
    @Override
    public void close() {
        job.close();
        lines.close();
    }
}
