package dev.ose.keeper.probe;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Detects memory pressure from a node's metrics. A heap is full before each collection, so a state is reported only
 * after three consecutive equal readings. Not thread-safe.
 */
public final class MemoryWatch {

    private static final int LOOKS = 3;
    private static final double FULL = 0.92;
    private static final double BUSY = 0.5;

    private Pressure reported = Pressure.NONE;
    private Pressure seen = Pressure.NONE;
    private int times;
    private double collectedSeconds = -1;
    private double upSeconds;

    /** The memory that is short. */
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
     * Evaluates one reading.
     *
     * @param metrics in Prometheus' text format
     * @param directLimitBytes the node's limit of direct memory by its arguments; if absent, the JVM's default: as much
     *     as the heap
     * @return the new state if it changed
     */
    public Optional<Pressure> look(String metrics, OptionalDouble directLimitBytes) {
        Pressure now = judge(new PrometheusText(metrics), directLimitBytes);
        times = now == seen ? times + 1 : 1;
        seen = now;
        if (times >= LOOKS && now != reported) {
            reported = now;
            return Optional.of(now);
        }
        return Optional.empty();
    }

    /** The state that was reported last. */
    public Pressure state() {
        return reported;
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
        // Live data after a collection is real use; growth between collections is mostly garbage.
        double live = metrics.sum("jvm_gc_live_data_size_bytes", "");
        return most > 0 && live > FULL * most ? Pressure.HEAP : Pressure.NONE;
    }
}
