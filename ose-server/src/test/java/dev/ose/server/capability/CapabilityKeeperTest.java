package dev.ose.server.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.keyring.Keyring;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CapabilityKeeperTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @TempDir
    static Path folder;

    private static EmbeddedPlatform embedded;
    private ProbedNode node;
    private PlatformId id;
    private Subject subject;

    @BeforeAll
    static void startPlatform() {
        embedded = EmbeddedPlatform.start(
                new EmbeddedPlatformConfig(folder.resolve("objects"), 0, "us-east-1"),
                POSTGRES.dataSource(),
                Keyring.open(folder.resolve("keys")),
                Clock.systemUTC());
    }

    @AfterAll
    static void stopPlatform() {
        embedded.close();
    }

    @BeforeEach
    void start() throws IOException {
        node = new ProbedNode(POSTGRES.database(), embedded);
        id = node.platform.id();
        subject = Subject.of(node.platforms.info(id));
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void whatIsFoundDecidesAndIsKnownAfterTheNextStart() {
        node.platforms.learn(id, Set.of());

        try (CapabilityKeeper _ = node.startKeeper()) {
            await(() -> node.store.open(id).finishedAt() != null);
            await(() -> node.platforms.get(id).offers(Capability.TRAILERS));
        }

        assertThat(node.platforms.get(id).capabilities())
                .contains(Capability.VERSIONING)
                .doesNotContain(Capability.POST_UPLOAD, Capability.OBJECT_LOCK);
        Findings other = new Findings(Map.of(Capability.TRAILERS, Verdict.NO), "");
        node.store.finish(id, subject, other);
        try (CapabilityKeeper _ = node.startKeeper()) {
            assertThat(node.platforms.get(id).offers(Capability.TRAILERS)).isFalse();
        }
    }

    @Test
    void probeIsDueOnceAndWhenThePlatformChangedOrSomebodyAsks() {
        UUID mark = node.store.open(id).mark();
        node.store.finish(id, new Subject(URI.create("http://elsewhere"), "0"), Findings.NONE);

        assertThat(node.store.claim(id, subject, 7, false)).isEmpty();
        assertThat(node.store.claim(id, subject, 7, true).orElseThrow().mark()).isEqualTo(mark);
        assertThat(node.store.claim(id, subject, 7, true)).isEmpty();
        assertThat(node.store.open(id).running()).isTrue();

        Findings found = new Findings(Map.of(Capability.TAGGING, Verdict.YES), "");
        node.store.finish(id, subject, found);
        assertThat(node.store.open(id).findings()).isEqualTo(found);
        assertThat(node.store.claim(id, subject, 7, true)).isEmpty();

        assertThat(node.store.request(id).requestedAt()).isNotNull();
        assertThat(node.store.claim(id, subject, 7, false)).isPresent();
        node.store.finish(id, subject, found);
        assertThat(node.store.claim(id, subject, 8, true)).isPresent();
        node.store.finish(id, subject, found);
        Subject newer = new Subject(subject.endpoint(), "another version");
        assertThat(node.store.claim(id, newer, 8, true)).isPresent();
        node.store.finish(id, newer, found);
    }

    @Test
    void silenceKeepsWhatIsKnownOfTheSamePlatform() {
        Findings earlier = new Findings(Map.of(Capability.TAGGING, Verdict.NO), "");
        Findings silent = new Findings(Map.of(Capability.TAGGING, Verdict.UNKNOWN), "trouble");
        ProbeRecord kept = new ProbeRecord(UUID.randomUUID(), null, false, null, subject, earlier);

        assertThat(silent.orElse(kept.about(subject)).verdicts()).containsEntry(Capability.TAGGING, Verdict.NO);
        assertThat(silent.orElse(kept.about(new Subject(subject.endpoint(), "2")))
                        .correct(Set.of(Capability.TAGGING)))
                .containsExactly(Capability.TAGGING);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
