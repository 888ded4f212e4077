package dev.ose.s3.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleConfigurationTest {

    private static final Instant CREATED = Instant.parse("2026-01-15T10:30:00Z");
    private static final Instant DATE = Instant.parse("2020-01-01T00:00:00Z");
    private static final LifecycleFilter ALL = filter("", Map.of(), null, null);

    @ParameterizedTest
    @CsvSource({
        "2026-01-15T10:30:00Z, 3, 2026-01-19T00:00:00Z",
        "2026-01-15T00:00:00Z, 3, 2026-01-18T00:00:00Z",
        "2026-01-15T00:00:00.001Z, 1, 2026-01-17T00:00:00Z",
        "2026-12-31T23:59:59Z, 1, 2027-01-02T00:00:00Z"
    })
    void daysAreRoundedUpToTheNextMidnight(Instant created, int days, Instant expected) {
        LifecycleConfiguration rules = of(rule("r", ALL, new Expiration.AfterDays(days)));

        assertThat(rules.current(subject("k", 1), created)).contains(new Due(expected, "r"));
    }

    @Test
    void dateIsDueForWhateverIsMadeLater() {
        Due due = of(rule("r", ALL, new Expiration.OnDate(DATE)))
                .current(subject("k", 1), CREATED)
                .orElseThrow();

        assertThat(due.isPast(CREATED)).isTrue();
        assertThat(due.at()).isEqualTo(DATE);
    }

    @Test
    void earliestOfSeveralRulesCounts() {
        LifecycleConfiguration rules = of(
                rule("slow", ALL, new Expiration.AfterDays(30)),
                rule("fast", filter("logs/", Map.of(), null, null), new Expiration.AfterDays(3)));

        assertThat(rules.current(subject("logs/a", 1), CREATED).orElseThrow().ruleId())
                .isEqualTo("fast");
        assertThat(rules.current(subject("other", 1), CREATED).orElseThrow().ruleId())
                .isEqualTo("slow");
    }

    @Test
    void disabledRuleIsAboutNothing() {
        LifecycleRule off =
                new LifecycleRule("r", false, ALL, new Expiration.AfterDays(1), new NoncurrentExpiration(1, null), 1);

        LifecycleConfiguration rules = of(off);

        assertThat(rules.current(subject("k", 1), CREATED)).isEmpty();
        assertThat(rules.marker("k", CREATED)).isEmpty();
        assertThat(rules.noncurrent(subject("k", 1), CREATED, 9)).isEmpty();
        assertThat(rules.upload("k", CREATED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"logs/a, 11, true", "logs/a, 10, false", "logs/a, 19, true", "logs/a, 20, false", "log, 15, false"})
    void filterWantsAllItSays(String key, long size, boolean matches) {
        LifecycleConfiguration rules =
                of(rule("r", filter("logs/", Map.of("class", "temp"), 10L, 20L), new Expiration.AfterDays(1)));

        assertThat(rules.current(new LifecycleSubject(key, size, Map.of("class", "temp", "more", "x")), CREATED)
                        .isPresent())
                .isEqualTo(matches);
        assertThat(rules.current(new LifecycleSubject(key, size, Map.of("class", "kept")), CREATED))
                .isEmpty();
    }

    @Test
    void olderVersionsGoByAgeAndByNumber() {
        LifecycleConfiguration rules =
                of(new LifecycleRule("r", true, ALL, null, new NoncurrentExpiration(2, 3), null));

        assertThat(rules.noncurrent(subject("k", 1), CREATED, 2)).isEmpty();
        assertThat(rules.noncurrent(subject("k", 1), CREATED, 3))
                .contains(new Due(Instant.parse("2026-01-18T00:00:00Z"), "r"));
    }

    @Test
    void markersGoAtOnceOrByAge() {
        LifecycleConfiguration markers = of(rule("r", ALL, new Expiration.OfMarkers(true)));

        assertThat(markers.marker("k", CREATED)).contains(new Due(CREATED, "r"));
        assertThat(markers.current(subject("k", 1), CREATED)).isEmpty();
        assertThat(of(rule("r", ALL, new Expiration.OfMarkers(false))).marker("k", CREATED))
                .isEmpty();
        assertThat(of(rule("r", ALL, new Expiration.AfterDays(1))).marker("k", CREATED))
                .contains(new Due(Instant.parse("2026-01-17T00:00:00Z"), "r"));
    }

    @Test
    void markersAndUploadsHaveNoTagsToFilterBy() {
        LifecycleFilter tagged = filter("", Map.of("a", "b"), null, null);
        LifecycleConfiguration rules = of(new LifecycleRule("r", true, tagged, new Expiration.AfterDays(1), null, 1));

        assertThat(rules.marker("k", CREATED)).isEmpty();
        assertThat(rules.upload("k", CREATED)).isEmpty();
    }

    @Test
    void uploadsGoByAge() {
        LifecycleConfiguration rules =
                of(new LifecycleRule("r", true, filter("tmp/", Map.of(), null, null), null, null, 7));

        assertThat(rules.upload("tmp/x", CREATED)).contains(new Due(Instant.parse("2026-01-23T00:00:00Z"), "r"));
        assertThat(rules.upload("x", CREATED)).isEqualTo(Optional.empty());
    }

    private static LifecycleConfiguration of(LifecycleRule... rules) {
        return new LifecycleConfiguration(List.of(rules));
    }

    private static LifecycleRule rule(String id, LifecycleFilter filter, Expiration expiration) {
        return new LifecycleRule(id, true, filter, expiration, null, null);
    }

    private static LifecycleFilter filter(
            String prefix, Map<String, String> tags, @Nullable Long larger, @Nullable Long smaller) {
        SequencedMap<String, String> ordered = new LinkedHashMap<>(tags);
        return new LifecycleFilter(false, prefix, ordered, larger, smaller);
    }

    private static LifecycleSubject subject(String key, long size) {
        return new LifecycleSubject(key, size, Map.of());
    }
}
