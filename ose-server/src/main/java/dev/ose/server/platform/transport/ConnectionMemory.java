package dev.ose.server.platform.transport;

import dev.ose.server.runtime.fairness.FairBudget;

/**
 * The memory of the connections to one endpoint. A platform that answers faster than clients read may make each hold
 * its buffers, so a connection is opened only with memory for them. Thread-safe.
 */
final class ConnectionMemory {

    private final FairBudget.Lease lease;
    private final long connectionBytes;

    /** @param connectionBytes the most that a connection may hold */
    ConnectionMemory(FairBudget.Lease lease, long connectionBytes) {
        this.lease = lease;
        this.connectionBytes = connectionBytes;
    }

    /** Takes the memory of a connection; false if none is left for this endpoint. */
    synchronized boolean take() {
        return lease.take(connectionBytes);
    }

    /** Returns the memory of a closed connection. */
    synchronized void giveBack() {
        lease.giveBack(connectionBytes);
    }
}
