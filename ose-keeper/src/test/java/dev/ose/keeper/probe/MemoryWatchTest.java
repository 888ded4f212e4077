package dev.ose.keeper.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.keeper.probe.MemoryWatch.Pressure;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

    private static final double MAX = 1_000;

    private final MemoryWatch watch = new MemoryWatch();
    private double up;
    private double collected;

    private Optional<Pressure> look(double live, double direct, double collecting, OptionalDouble limit) {
        up += 10;
        collected += collecting;
        String metrics = String.format(Locale.ROOT, """
                # HELP jvm_gc_live_data_size_bytes x
                jvm_gc_live_data_size_bytes %f
                jvm_gc_max_data_size_bytes %f
                jvm_gc_pause_seconds_sum{action="a",gc="G1"} %f
                jvm_gc_pause_seconds_count{action="a",gc="G1"} 7
                process_uptime_seconds %f
                jvm_buffer_memory_used_bytes{id="direct"} %f
                jvm_buffer_memory_used_bytes{id="mapped"} 99999
                """, live, MAX, collected, up, direct);
        return watch.look(metrics, limit);
    }

    private Optional<Pressure> look(double live, double direct, double collecting) {
        return look(live, direct, collecting, OptionalDouble.empty());
    }

    @Test
    void threeLooksMakeAState() {
        assertThat(look(950, 0, 0)).isEmpty();
        assertThat(look(950, 0, 0)).isEmpty();
        assertThat(look(950, 0, 0)).contains(Pressure.HEAP);
        assertThat(look(950, 0, 0)).isEmpty();
        assertThat(look(100, 0, 0)).isEmpty();
        assertThat(look(100, 0, 0)).isEmpty();
        assertThat(look(100, 0, 0)).contains(Pressure.NONE);
    }

    @Test
    void oneBadLookAmongGoodOnesIsNone() {
        for (int i = 0; i < 10; i++) {
            assertThat(look(i % 3 == 0 ? 990 : 10, 0, 0)).isEmpty();
        }
        assertThat(watch.state()).isEqualTo(Pressure.NONE);
    }

    @Test
    void collectingMoreThanWorkingIsTold() {
        look(10, 0, 0);
        look(10, 0, 6);
        look(10, 0, 6);
        assertThat(look(10, 0, 6)).contains(Pressure.COLLECTION);
    }

    @Test
    void directMemoryHasItsOwnLimitOrTheHeaps() {
        look(10, 950, 0);
        look(10, 950, 0);
        assertThat(look(10, 950, 0)).contains(Pressure.DIRECT);

        for (int i = 0; i < 2; i++) {
            look(10, 950, 0, OptionalDouble.of(2_000));
        }
        assertThat(look(10, 950, 0, OptionalDouble.of(2_000))).contains(Pressure.NONE);
    }

    @Test
    void metricsThatSayNothingAreNoPressure() {
        for (int i = 0; i < 5; i++) {
            assertThat(watch.look("nonsense\njvm_gc_live_data_size_bytes NaN\n", OptionalDouble.empty()))
                    .isEmpty();
        }
    }
}
