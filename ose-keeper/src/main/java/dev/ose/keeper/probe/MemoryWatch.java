package dev.ose.keeper.probe;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges a node's memory by what its metrics tell. One look proves nothing, a heap is full before each collection; what three
 * looks in a row agree on is a state. Not thread-safe.
 */
public final class MemoryWatch {

    private static final int LOOKS = 3;
    private static final double FULL = 0.92;
    private static final double BUSY = 0.5;

    private Pressure told = Pressure.NONE;
    private Pressure seen = Pressure.NONE;
    private int times;
    private double collectedSeconds = -1;
    private double upSeconds;

    /** What is short. */
    public enum Pressure {
        NONE("Memory suffices."),
        HEAP("The heap stays more than 92 % full: raise -Xmx, or look for what fills it with ose service heap."),
        COLLECTION("More than half of the time goes into collecting garbage: raise -Xmx."),
        DIRECT("Direct memory is more than 92 % used: raise -XX:MaxDirectMemorySize.");

        private final String sentence;

        Pressure(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }
    }

    /**
     * Takes one look.
     *
     * @param metrics in Prometheus' text format
     * @param directLimitBytes how much direct memory the node may use by its arguments; if they do not say, the JVM lets it
     *     have as much as the heap
     * @return the state that begins with it, if one does
     */
    public Optional<Pressure> look(String metrics, OptionalDouble directLimitBytes) {
        Pressure now = judge(new PrometheusText(metrics), directLimitBytes);
        times = now == seen ? times + 1 : 1;
        seen = now;
        if (times >= LOOKS && now != told) {
            told = now;
            return Optional.of(now);
        }
        return Optional.empty();
    }

    /** The state that was told last. */
    public Pressure state() {
        return told;
    }

    private Pressure judge(PrometheusText metrics, OptionalDouble directLimit) {
        double collected = metrics.sum("jvm_gc_pause_seconds_sum", "");
        double up = metrics.sum("process_uptime_seconds", "");
        boolean isBusy =
                collectedSeconds >= 0 && up > upSeconds && (collected - collectedSeconds) / (up - upSeconds) > BUSY;
        collectedSeconds = collected;
        upSeconds = up;
        double direct = metrics.sum("jvm_buffer_memory_used_bytes", "id=\"direct\"");
        double most = metrics.sum("jvm_gc_max_data_size_bytes", "");
        if (direct > FULL * directLimit.orElse(most > 0 ? most : Double.MAX_VALUE)) {
            return Pressure.DIRECT;
        }
        if (isBusy) {
            return Pressure.COLLECTION;
        }
        // What a collection left is what is really in use; what is used between two is mostly garbage.
        double live = metrics.sum("jvm_gc_live_data_size_bytes", "");
        return most > 0 && live > FULL * most ? Pressure.HEAP : Pressure.NONE;
    }
}
