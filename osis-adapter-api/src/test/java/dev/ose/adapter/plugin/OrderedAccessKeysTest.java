package dev.ose.adapter.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrderedAccessKeysTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void keysOfOneInstantSortInTheOrderInWhichTheyWereMade() {
        OrderedAccessKeys keys = new OrderedAccessKeys(Clock.fixed(NOW, ZoneOffset.UTC), new Random(1));

        List<String> made = Stream.generate(keys::next).limit(100).toList();

        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made).allSatisfy(key -> assertThat(key).matches("OSE[2-9A-HJ-NP-Z]{17}"));
    }

    @Test
    void laterKeySortsBehindOneOfAnotherNode() {
        String earlier = new OrderedAccessKeys(Clock.fixed(NOW, ZoneOffset.UTC), new Random(2)).next();
        String later = new OrderedAccessKeys(Clock.fixed(NOW.plusNanos(1_000), ZoneOffset.UTC), new Random(3)).next();
        String decadesLater = new OrderedAccessKeys(
                        Clock.fixed(NOW.plusSeconds(1_000_000_000), ZoneOffset.UTC), new Random(4))
                .next();

        assertThat(List.of(earlier, later, decadesLater)).isSorted();
    }
}
