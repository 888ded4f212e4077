package dev.ose.server.ledger.node;

import dev.ose.server.ledger.OperationIds;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Makes this process a node: takes a number for it, keeps its lease, and clears up after nodes that are gone. Clearing up
 * begins before this returns, so that a node that was killed and started again does not wait for its own old lease.
 */
public final class NodeMembership implements AutoCloseable {

    private static final int INTENTS_PER_STEP = 1_000;
    private static final Duration RENEW_EVERY = Duration.ofSeconds(5);

    private final NodeTable nodes;
    private final String name;
    private final OperationIds ids;
    private final Job job;
    private final OperatorEvents events;
    private volatile int node;
    private volatile BooleanSupplier isCaughtUp = () -> false;

    private NodeMembership(Jobs jobs, NodeTable nodes, String name, int node) {
        this.nodes = nodes;
        this.name = name;
        this.node = node;
        this.ids = new OperationIds(node);
        this.job = jobs.periodic(JobPlan.every("node-membership", RENEW_EVERY).delayed(), _ -> tick());
        this.events = jobs.events();
    }

    /**
     * Joins. Blocks on the database.
     *
     * @param name the same in each life of the node; the caller holds the lock on its data directory, so that no
     *     earlier process of the name lives
     * @throws FailureException {@code MetadataUnavailable}
     */
    public static NodeMembership join(Jobs jobs, NodeTable nodes, String name) {
        NodeMembership membership = new NodeMembership(jobs, nodes, name, nodes.register(name));
        membership.reapAll();
        membership.job.start();
        return membership;
    }

    /** Numbers for the operations of this node. */
    public OperationIds operationIds() {
        return ids;
    }

    /** This life's number; another one after the database was away for long. */
    public int node() {
        return node;
    }

    /** From the next renewal on tells the other nodes whether the database knows of all that was written through this one. */
    public void tell(BooleanSupplier caughtUp) {
        isCaughtUp = caughtUp;
    }

    /**
     * Goes on under another number, so that all that was begun under this one is cleared up as after a death: for a database that
     * lost commits, in which writes may be open that ended long ago, and for one that may yet carry out a commit of which the answer
     * was given up. Blocks on the database.
     *
     * @throws FailureException {@code MetadataUnavailable}
     */
    public synchronized void beginAnew() {
        node = nodes.register(name);
        ids.moveTo(node);
    }

    /**
     * Renews before it reaps: after an outage every lease is over, and others deserve the time to do the same. A node without a
     * lease counts as dead; until the next tick commits fail as well, so nothing new needs this lease.
     */
    private void tick() {
        renew();
        reapAll();
        nodes.forgetGone();
    }

    private synchronized void renew() {
        int before = node;
        if (ids.isInDoubt()) {
            beginAnew();
        } else if (!nodes.renew(node, isCaughtUp.getAsBoolean())) {
            beginAnew();
            events.report(new OperatorEvent.LeaseLost(before, node));
        }
    }

    private void reapAll() {
        int reaped;
        do {
            reaped = nodes.reap(INTENTS_PER_STEP);
        } while (reaped == INTENTS_PER_STEP);
    }

    /** Leaves; blocks on the database. Whatever this node left open is cleared up by the others. */
    @Override
    public void close() {
        job.close();
        try {
            nodes.leave(node, isCaughtUp.getAsBoolean());
        } catch (FailureException unavailable) {
            // The lease runs out by itself.
            job.failed(unavailable);
        }
    }
}
