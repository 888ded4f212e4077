package dev.ose.server.accounting.quota;

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
    public record State(Quota quota, StorageAmount taken, StorageAmount others, StorageAmount held) {

        private StorageAmount left() {
            return new StorageAmount(
                    left(quota.maxBytes(), taken.bytes(), held.bytes(), others.bytes()),
                    left(quota.maxObjects(), taken.objects(), held.objects(), others.objects()));
        }

        private static long left(@Nullable Long limit, long taken, long held, long others) {
            return limit == null ? Long.MAX_VALUE : Math.max(0, limit - taken - held - others);
        }

        private DenialReason shortage(StorageAmount wanted) {
            if (new State(quota, taken, StorageAmount.NOTHING, held).left().covers(wanted)) {
                return DenialReason.LEASED;
            }
            return new State(quota, taken, StorageAmount.NOTHING, StorageAmount.NOTHING)
                            .left()
                            .covers(wanted)
                    ? DenialReason.UNDER_WAY
                    : DenialReason.STORED;
        }
    }

    /** What the node is granted on top of what it holds. */
    public static LeaseTable.Answer decide(State state, StorageAmount wanted, StorageAmount credit) {
        StorageAmount left = state.left();
        if (left.covers(wanted)) {
            return new LeaseTable.Answer(generous(left, wanted), credit, DenialReason.LEASED);
        }
        StorageAmount rest = wanted.without(credit);
        return left.covers(rest)
                ? new LeaseTable.Answer(rest, credit, DenialReason.LEASED)
                : new LeaseTable.Answer(StorageAmount.NOTHING, credit, state.shortage(rest));
    }

    /** What is wanted, or more so that the next need not ask. */
    private static StorageAmount generous(StorageAmount left, StorageAmount wanted) {
        return new StorageAmount(
                generous(wanted.bytes(), left.bytes(), MOST_BYTES),
                generous(wanted.objects(), left.objects(), MOST_OBJECTS));
    }

    /** Nothing on account of nothing: what has no limit is never wanted. */
    private static long generous(long wanted, long left, long most) {
        return wanted == 0 ? 0 : Math.max(wanted, Math.min(left / SHARE, most));
    }
}
