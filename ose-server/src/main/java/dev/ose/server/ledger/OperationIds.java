package dev.ose.server.ledger;

import java.util.concurrent.atomic.AtomicLong;

/** Generates operation ids that are unique across nodes: 15 bits of node number, 48 bits of counter. Thread-safe. */
public final class OperationIds {

    private static final int COUNTER_BITS = 48;
    private static final int MAX_NODE = (1 << 15) - 1;

    private final AtomicLong counter = new AtomicLong();
    private volatile long high;
    private volatile boolean inDoubt;

    public OperationIds(int node) {
        moveTo(node);
    }

    /** Uses another node number from now on. */
    public void moveTo(int node) {
        if (node < 1 || node > MAX_NODE) {
            throw new IllegalArgumentException("a node number has 15 bits: " + node);
        }
        inDoubt = false;
        high = (long) node << COUNTER_BITS;
    }

    /** Notes that intents with these ids may appear in the database without a completion ever following. */
    public void doubt() {
        inDoubt = true;
    }

    /** Whether such intents may exist, so that those of the present node number must be cleared up as after a crash. */
    public boolean isInDoubt() {
        return inDoubt;
    }

    public long next() {
        return high | counter.incrementAndGet();
    }

    /** Whether the id has the present node number. */
    public boolean isPresent(long operationId) {
        return nodeOf(operationId) == nodeOf(high);
    }

    /** The number of the node that generated the id. */
    public static int nodeOf(long operationId) {
        return (int) (operationId >>> COUNTER_BITS);
    }
}
