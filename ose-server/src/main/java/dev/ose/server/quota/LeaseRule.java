package dev.ose.server.quota;

import org.jspecify.annotations.Nullable;

/**
 * How much room is leased to a node: a hundredth of what is left, up to 1 GiB and 10,000 objects, so that a node asks
 * seldom; and near the limit exactly what is wanted, so that little stands unused. Never more than there is.
 */
public final class LeaseRule {

    private static final long SHARE = 100;
    private static final long MOST_BYTES = 1L << 30;
    private static final long MOST_OBJECTS = 10_000;

    private LeaseRule() {}

    /**
     * What a lease is decided by.
     *
     * @param taken what is stored, by the counters
     * @param others what other nodes have leased
     * @param held what this node has leased and needs
     */
    public record State(Quota quota, Amount taken, Amount others, Amount held) {

        private long bytesLeft(boolean withOthers) {
            return left(quota.maxBytes(), taken.bytes(), held.bytes(), withOthers ? others.bytes() : 0);
        }

        private long objectsLeft(boolean withOthers) {
            return left(quota.maxObjects(), taken.objects(), held.objects(), withOthers ? others.objects() : 0);
        }

        private static long left(@Nullable Long limit, long taken, long held, long others) {
            return limit == null ? Long.MAX_VALUE : Math.max(0, limit - taken - held - others);
        }

        private boolean covers(Amount wanted, boolean withOthers) {
            return bytesLeft(withOthers) >= wanted.bytes() && objectsLeft(withOthers) >= wanted.objects();
        }
    }

    /** What the node is granted on top of what it holds. */
    public static LeaseTable.Answer decide(State state, Amount wanted, Amount credit) {
        if (state.covers(wanted, true)) {
            return new LeaseTable.Answer(generous(state, wanted), credit, false);
        }
        Amount rest = wanted.without(credit);
        if (state.covers(rest, true)) {
            return new LeaseTable.Answer(rest, credit, false);
        }
        return new LeaseTable.Answer(Amount.NOTHING, credit, state.covers(rest, false));
    }

    /** What is wanted, or more so that the next need not ask. */
    private static Amount generous(State state, Amount wanted) {
        return new Amount(
                generous(wanted.bytes(), state.bytesLeft(true), MOST_BYTES),
                generous(wanted.objects(), state.objectsLeft(true), MOST_OBJECTS));
    }

    /** Nothing on account of nothing: what has no limit is never wanted. */
    private static long generous(long wanted, long left, long most) {
        return wanted == 0 ? 0 : Math.max(wanted, Math.min(left / SHARE, most));
    }
}
