package dev.ose.server.ledger;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers operations so that no two, of any nodes, share one: 15 bits of node, 48 of a counter. Thread-safe. */
public final class OperationIds {

    private static final int COUNTER_BITS = 48;
    private static final int MAX_NODE = (1 << 15) - 1;

    private final AtomicLong counter = new AtomicLong();
    private volatile long high;
    private volatile boolean inDoubt;

    public OperationIds(int node) {
        moveTo(node);
    }

    /** Numbers under another node from now on. Nobody may count the old one as alive any more. */
    public void moveTo(int node) {
        if (node < 1 || node > MAX_NODE) {
            throw new IllegalArgumentException("a node number has 15 bits: " + node);
        }
        inDoubt = false;
        high = (long) node << COUNTER_BITS;
    }

    /** Notes that operations with these numbers may appear in the database although nobody will end them there. */
    public void doubt() {
        inDoubt = true;
    }

    /** Whether some may appear so, and those of the present node are to be cleared up as after its death. */
    public boolean isInDoubt() {
        return inDoubt;
    }

    public long next() {
        return high | counter.incrementAndGet();
    }

    /** The node that an operation was numbered under. */
    public static int nodeOf(long operationId) {
        return (int) (operationId >>> COUNTER_BITS);
    }
}
