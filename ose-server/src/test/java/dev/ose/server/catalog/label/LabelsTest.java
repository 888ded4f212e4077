package dev.ose.server.catalog.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {

    @Test
    void asManyAndAsLongAsS3AllowsAreKept() {
        Labels.Collector collector = new Labels.Collector()
                .contentType("x".repeat(1_025))
                .tag("n".repeat(129), "too long a name")
                .tag("value", "v".repeat(257))
                .tag("\uD83D\uDE00".repeat(128), "\uD83D\uDE00".repeat(256));
        for (int i = 0; i < 20; i++) {
            collector.tag("tag" + i, "v").metadata("m" + i, "x".repeat(500));
        }
        collector.metadata("small", "one");

        Labels labels = collector.labels();

        assertThat(labels.values().keySet().stream().filter(it -> it.text().startsWith("tag.")))
                .hasSize(10)
                .contains(LabelName.tag("\uD83D\uDE00".repeat(128)), LabelName.tag("tag8"));
        assertThat(labels.values().keySet().stream().filter(it -> it.text().startsWith("meta.")))
                .containsExactlyInAnyOrder(
                        LabelName.metadata("m0"),
                        LabelName.metadata("m1"),
                        LabelName.metadata("m2"),
                        LabelName.metadata("m3"),
                        LabelName.metadata("small"));
        assertThat(labels.find(LabelName.CONTENT_TYPE)).isEmpty();
    }

    @Test
    void whatNoDatabaseCanKeepIsLeftOut() {
        Labels labels = new Labels.Collector()
                .contentType("a\0b")
                .tag("half", "\uD83D")
                .tag("\uDE00", "half")
                .metadata("zero", "\0")
                .metadata("Project", "X")
                .labels();

        assertThat(labels.values()).containsOnlyKeys(LabelName.metadata("project"));
    }

    @Test
    void firstOfTwoOfTheSameNameCounts() {
        assertThat(new Labels.Collector().tag("a", "1").tag("a", "2").labels().find(LabelName.tag("a")))
                .contains("1");
    }
}
