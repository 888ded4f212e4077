package dev.ose.benchmarks.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.benchmarks.Figures;
import dev.ose.testkit.Programs;
import dev.ose.testkit.fast.StartsServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the arena starts and measures proxies; the node is checked by the load, and speed nowhere. */
@StartsServer
class ArenaTest {

    @TempDir
    private Path directory;

    @BeforeAll
    static void requirePrograms() {
        Programs.require(List.of("nginx", "haproxy"));
    }

    private List<LoadResult> measure(String... options) {
        return new Arena(ArenaPlan.parse(List.of(options), directory), directory).measure();
    }

    @Test
    @Timeout(180)
    void everyServerIsMeasuredUnderEachLoad() {
        List<LoadResult> results = measure(
                "--servers", "direct,nginx,haproxy",
                "--loads", "get-4k,put-1m",
                "--connections", "2",
                "--rounds", "1",
                "--seconds", "1");

        assertThat(results).hasSize(2).allSatisfy(result -> {
            assertThat(result.unmeasured()).isEmpty();
            assertThat(result.figures()).extracting(Figures::server).containsExactly("direct", "nginx", "haproxy");
            assertThat(result.figures()).allSatisfy(figures -> {
                assertThat(figures.rate().median()).isPositive();
                assertThat(result.ratio(figures)).isPresent();
            });
        });
    }

    @Test
    @Timeout(180)
    void proxiesSpeakTlsToClientsAndStorage() {
        List<LoadResult> results = measure(
                "--servers", "nginx,haproxy,versitygw",
                "--loads", "get-4k",
                "--connections", "1",
                "--rounds", "1",
                "--seconds", "1",
                "--tls", "yes");

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.figures()).extracting(Figures::server).containsExactly("nginx", "haproxy");
            assertThat(result.unmeasured()).containsOnlyKeys("versitygw");
        });
    }
}
