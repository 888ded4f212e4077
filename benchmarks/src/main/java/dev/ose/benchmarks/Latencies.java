package dev.ose.benchmarks;

import java.time.Duration;
import java.util.Locale;

/** Counts durations in classes that are 3 % wide, from a microsecond to an hour, in little memory. */
public final class Latencies {

    private static final int CLASSES_PER_OCTAVE_BITS = 5;
    private static final int CLASSES_PER_OCTAVE = 1 << CLASSES_PER_OCTAVE_BITS;
    private static final int OCTAVES = 32;

    private final long[] counts = new long[CLASSES_PER_OCTAVE * OCTAVES];
    private long total;

    /** Counts one more; not for two threads at once. */
    public void add(long nanos) {
        counts[classOf(Math.max(1, nanos / 1000))]++;
        total++;
    }

    private static int classOf(long micros) {
        int octave = 63 - Long.numberOfLeadingZeros(micros);
        int shift = Math.max(0, octave - CLASSES_PER_OCTAVE_BITS);
        int mantissa = (int) (micros >> shift);
        return Math.min(CLASSES_PER_OCTAVE * OCTAVES - 1, shift * CLASSES_PER_OCTAVE + mantissa);
    }

    private static long smallestOf(int index) {
        int shift = Math.max(0, index / CLASSES_PER_OCTAVE - 1);
        return (long) (index - shift * CLASSES_PER_OCTAVE) << shift;
    }

    /** The number of recorded latencies. */
    public long count() {
        return total;
    }

    /** As {@link #quantile}, in milliseconds for a table. */
    public String millis(double share) {
        return String.format(Locale.ROOT, "%.2f", quantile(share).toNanos() / 1e6);
    }

    /** The duration that a share of all stays below, zero if there are none. */
    public Duration quantile(double share) {
        long rank = (long) Math.ceil(total * share);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return Duration.ofNanos(smallestOf(i) * 1000);
            }
        }
        return Duration.ZERO;
    }
}
