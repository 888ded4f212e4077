package dev.ose.server.ledger.node;

import dev.ose.server.ledger.OperationIds;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Registers this process as a node: takes a node number, keeps its lease, and clears up after dead nodes. A first
 * clearing runs before {@link #join} returns, so that a node that was killed and restarted does not wait for its own
 * old lease.
 */
public final class NodeMembership implements AutoCloseable {

    private static final int INTENTS_PER_STEP = 1_000;
    private static final Duration RENEW_EVERY = Duration.ofSeconds(5);
    private static final long BEGIN_AGAIN_SECONDS = 10;

    private final NodeTable nodes;
    private final String name;
    private final OperationIds ids;
    private final Job job;
    private final OperatorEvents events;
    private volatile int node;
    private volatile NodeWrites writes = NodeWrites.NONE;
    /** Whether earlier numbers are to be given up. */
    private boolean isMoving;

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
     * @param name the same for each process of the node; the caller holds the lock on its data directory, so that no
     *     earlier process of the name is alive
     * @throws FailureException {@code MetadataUnavailable}
     */
    public static NodeMembership join(Jobs jobs, NodeTable nodes, String name) {
        NodeMembership membership = new NodeMembership(jobs, nodes, name, nodes.register(name));
        membership.reapAll();
        membership.job.start();
        return membership;
    }

    /** The operation ids of this node. */
    public OperationIds operationIds() {
        return ids;
    }

    /** The present node number; changes after a lost lease. */
    public int node() {
        return node;
    }

    /** From now on these are the writes of the node. */
    public void follow(NodeWrites followed) {
        writes = followed;
    }

    /**
     * Takes another number, so that everything that only the database has open under the old one is cleared up as after
     * a crash: needed if the database lost commits, so that ended writes may be open there, and if it may still carry
     * out a commit whose answer was given up. Blocks on the database.
     *
     * @throws FailureException {@code MetadataUnavailable}
     */
    public synchronized void beginAnew() {
        takeNumber();
        finishMove();
    }

    private void takeNumber() {
        node = nodes.registerBeside(name);
        ids.moveTo(node);
        isMoving = true;
    }

    /**
     * The writes that are open are begun under the new number before the old one is given up: otherwise a key would be
     * verified while its write is under way, and would stay as it was then if this node died before the end.
     */
    private void finishMove() {
        Futures.await(writes.beginAgain().copy().orTimeout(BEGIN_AGAIN_SECONDS, TimeUnit.SECONDS));
        nodes.leaveFormer(name, node);
        isMoving = false;
    }

    /**
     * Renews before it reaps: after an outage every lease has expired, and the other nodes need the time to renew
     * theirs. A node without a lease counts as dead; until the next tick commits fail as well, so no new write needs
     * this lease.
     */
    private void tick() {
        renew();
        reapAll();
        nodes.forgetGone();
    }

    /** Also in doubt, so that the present number lives until the open writes are begun under the next one. */
    private synchronized void renew() {
        int before = node;
        boolean isLeased = nodes.renew(node, writes.isCaughtUp());
        if (!isLeased || ids.isInDoubt()) {
            takeNumber();
        }
        if (!isLeased) {
            events.report(new OperatorEvent.LeaseLost(before, node));
        }
        if (isMoving) {
            finishMove();
        }
    }

    private void reapAll() {
        int reaped;
        do {
            reaped = nodes.reap(INTENTS_PER_STEP);
        } while (reaped == INTENTS_PER_STEP);
    }

    /** Gives up the lease; blocks on the database. The other nodes clear up what this node left open. */
    @Override
    public void close() {
        job.close();
        try {
            nodes.leave(node, writes.isCaughtUp());
        } catch (FailureException unavailable) {
            // The lease expires by itself.
            job.failed(unavailable);
        }
    }
}
