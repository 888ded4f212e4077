package dev.ose.benchmarks.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ose.benchmarks.Workload;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArenaPlanTest {

    private static ArenaPlan parse(String... options) {
        return ArenaPlan.parse(List.of(options), Path.of("run"));
    }

    @Test
    void everythingIsMeasuredOverTheNullStorageByDefault() {
        ArenaPlan plan = parse();

        assertThat(plan.backends()).containsExactly("null");
        assertThat(plan.contestants()).containsExactly(Contestant.values());
        assertThat(plan.connections()).containsExactly(1, 16, 200);
        assertThat(plan.html()).isEqualTo(Path.of("run/arena.html"));
    }

    @Test
    void loadsAreNamedByTheirSizes() {
        assertThat(parse("--loads", "get-64k,put-1g").loads())
                .extracting(Workload::name, Workload::bodyBytes)
                .containsExactly(tuple("get-64k", 64 * 1024), tuple("put-1g-unsigned", 1 << 30));
    }

    @ParameterizedTest
    @CsvSource({
        "--backends, tape, no storage is named tape",
        "--servers, apache, no server is named apache",
        "--loads, head-4k, no load is named head-4k",
        "--loads, get-4, 'not a size of objects, such as 4k or 10m: 4'",
        "--loads, get-2g, larger than a gibibyte: 2g",
        "--connections, many, not a number from 1 to 99999: many",
        "--connections, 0, not a number from 1 to 99999: 0",
        "--tls, maybe, neither yes nor no: maybe",
        "--speed, high, 'unknown option, or one without its value: --speed'"
    })
    void wrongValueIsNamed(String option, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(option, value))
                .withMessage(message);
    }

    @Test
    void onlyTheNullStorageIsMeasuredOverTls() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--tls", "yes", "--backends", "ceph"))
                .withMessageContaining("not ceph");
    }
}
