package dev.ose.server.accounting.quota;

import org.jspecify.annotations.Nullable;

/**
 * Computes how much of a quota is leased to a node: a hundredth of the rest, up to 1 GiB and 10,000 objects, so that
 * nodes lease rarely; and near the limit exactly what is wanted, so that little is unused. Never more than the rest.
 */
public final class LeaseRule {

    private static final long SHARE = 100;
    private static final long MAX_BYTES = 1L << 30;
    private static final long MAX_OBJECTS = 10_000;

    private LeaseRule() {}

    /**
     * The input of the decision.
     *
     * @param taken stored data, by the counters
     * @param others leases of other nodes
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

    /** The amount that the node is granted in addition to its lease. */
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

    /** At least what is wanted, and more if possible, so that the next write need not lease. */
    private static StorageAmount generous(StorageAmount left, StorageAmount wanted) {
        return new StorageAmount(
                generous(wanted.bytes(), left.bytes(), MAX_BYTES),
                generous(wanted.objects(), left.objects(), MAX_OBJECTS));
    }

    /** Nothing if nothing is wanted: an unlimited dimension is never wanted. */
    private static long generous(long wanted, long left, long most) {
        return wanted == 0 ? 0 : Math.max(wanted, Math.min(left / SHARE, most));
    }
}
