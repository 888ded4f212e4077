package dev.ose.server.accounting.alert;

/**
 * A threshold of a limit, and the usage beside it.
 *
 * @param thresholdPercent of the limit
 * @param limit in bytes, objects or buckets
 * @param used likewise
 */
public record Crossing(Dimension dimension, int thresholdPercent, long limit, long used) {

    private static final int WHOLE = 100;

    /** An alert is cleared at this share of its threshold, so that usage beside it raises no series of them. */
    private static final int CLEARED_PERCENT = 95;

    /** Whether the usage has reached the threshold. A limit of 0 is reached by any usage. */
    boolean isReached() {
        return used > 0 && used >= trigger();
    }

    /** Whether an alert of the threshold is over. */
    boolean isOver() {
        // At least 1 below the trigger, of which 95 % are rounded down.
        return used <= share(trigger(), CLEARED_PERCENT, 0);
    }

    /** The smallest usage that is at least the share of the limit. */
    private long trigger() {
        return share(limit, thresholdPercent, WHOLE - 1);
    }

    /** Percent of an amount, without an overflow; {@code rounding} is added to the hundredths that are cut off. */
    private static long share(long amount, int percent, int rounding) {
        return amount / WHOLE * percent + (amount % WHOLE * percent + rounding) / WHOLE;
    }
}
