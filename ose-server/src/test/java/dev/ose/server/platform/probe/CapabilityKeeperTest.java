package dev.ose.server.platform.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.server.platform.PlatformId;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CapabilityKeeperTest extends OnProbedNode {

    private PlatformId id;
    private ProbedPlatform subject;

    @BeforeEach
    void readPlatform() {
        id = node.platform.id();
        subject = ProbedPlatform.of(node.platforms.info(id));
    }

    @Test
    void whatIsFoundDecidesAndIsKnownAfterTheNextStart() {
        node.platforms.learn(id, Set.of());

        try (CapabilityKeeper _ = node.startKeeper()) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> node.store.open(id).finishedAt() != null);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> node.platforms.get(id).offers(Capability.TRAILERS));
        }

        assertThat(node.platforms.get(id).capabilities())
                .contains(Capability.VERSIONING, Capability.OBJECT_LOCK)
                .doesNotContain(Capability.POST_UPLOAD);
        ProbeResult other = new ProbeResult(Map.of(Capability.TRAILERS, CheckResult.NO), "");
        node.store.finish(id, subject, other);
        try (CapabilityKeeper _ = node.startKeeper()) {
            assertThat(node.platforms.get(id).offers(Capability.TRAILERS)).isFalse();
        }
    }

    @Test
    void probeIsDueOnceAndAfterAChangeOrARequest() {
        UUID mark = node.store.open(id).mark();
        node.store.finish(id, new ProbedPlatform(URI.create("http://elsewhere"), "0"), ProbeResult.NONE);

        assertThat(node.store.claim(id, subject, 7, false)).isEmpty();
        assertThat(node.store.claim(id, subject, 7, true).orElseThrow().mark()).isEqualTo(mark);
        assertThat(node.store.claim(id, subject, 7, true)).isEmpty();
        assertThat(node.store.open(id).running()).isTrue();

        ProbeResult found = new ProbeResult(Map.of(Capability.TAGGING, CheckResult.YES), "");
        node.store.finish(id, subject, found);
        assertThat(node.store.open(id).findings()).isEqualTo(found);
        assertThat(node.store.claim(id, subject, 7, true)).isEmpty();

        assertThat(node.store.request(id).requestedAt()).isNotNull();
        assertThat(node.store.claim(id, subject, 7, false)).isPresent();
        node.store.finish(id, subject, found);
        assertThat(node.store.claim(id, subject, 8, true)).isPresent();
        node.store.finish(id, subject, found);
        ProbedPlatform newer = new ProbedPlatform(subject.endpoint(), "another version");
        assertThat(node.store.claim(id, newer, 8, true)).isPresent();
        node.store.finish(id, newer, found);
    }

    @Test
    void silenceKeepsWhatIsKnownOfTheSamePlatform() {
        ProbeResult earlier = new ProbeResult(Map.of(Capability.TAGGING, CheckResult.NO), "");
        ProbeResult silent = new ProbeResult(Map.of(Capability.TAGGING, CheckResult.UNKNOWN), "problem");
        ProbeRecord kept = new ProbeRecord(UUID.randomUUID(), null, false, null, subject, earlier);

        assertThat(silent.orElse(kept.about(subject)).results()).containsEntry(Capability.TAGGING, CheckResult.NO);
        assertThat(silent.orElse(kept.about(new ProbedPlatform(subject.endpoint(), "another version")))
                        .correct(Set.of(Capability.TAGGING)))
                .containsExactly(Capability.TAGGING);
    }
}
