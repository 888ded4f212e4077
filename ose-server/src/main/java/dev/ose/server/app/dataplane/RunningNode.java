package dev.ose.server.app.dataplane;

import dev.ose.server.http.ClientWorker;
import dev.ose.server.node.NodeLoad;
import dev.ose.server.node.NodeReport;
import dev.ose.server.node.ThisNode;
import dev.ose.server.runtime.lifecycle.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This process as a node that reports and can be drained. */
public final class RunningNode implements ThisNode {

    private final String host;
    private final NodeState state;
    private final ClientWorker worker;
    private final Supplier<Addresses> addresses;
    private final Supplier<Writes> writes;
    private final Supplier<@Nullable Instant> certificateEnd;

    /** Addresses of the listeners, empty while they are closed. */
    public record Addresses(String s3, String admin) {}

    /** What the database lacks, and by how much rows lag behind; see {@link NodeLoad}. */
    public record Writes(long journalBytes, @Nullable Duration ledgerLag) {}

    /**
     * None of the sources may block.
     *
     * @param host empty if the machine has no name
     */
    public RunningNode(
            String host,
            NodeState state,
            ClientWorker worker,
            Supplier<Addresses> addresses,
            Supplier<Writes> writes,
            Supplier<@Nullable Instant> certificateEnd) {
        this.host = host;
        this.state = state;
        this.worker = worker;
        this.addresses = addresses;
        this.writes = writes;
        this.certificateEnd = certificateEnd;
    }

    @Override
    public NodeReport report(@Nullable Duration clockAhead) {
        Addresses open = addresses.get();
        Writes behind = writes.get();
        return new NodeReport(
                host,
                open.s3(),
                open.admin(),
                state.phase(),
                state.isDrained(),
                new NodeLoad(
                        worker.requestsInFlight(), worker.openConnections(), behind.journalBytes(), behind.ledgerLag()),
                clockAhead,
                certificateEnd.get());
    }

    /** Readiness first: a client whose connection closes must not find this node again by way of its balancer. */
    @Override
    public void setDrained(boolean isDrained) {
        state.setDrained(isDrained);
        worker.setDrained(isDrained);
    }
}
