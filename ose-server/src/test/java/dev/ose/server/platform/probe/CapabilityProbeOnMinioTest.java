package dev.ose.server.platform.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.MinioAccess;
import dev.ose.testkit.MinioFixture;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Probes a real MinIO. */
class CapabilityProbeOnMinioTest {

    @RegisterExtension
    static final MinioFixture MINIO = new MinioFixture();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @Test
    void findsWhatItsAdapterDeclaresAndLeavesNothing() throws IOException {
        try (StoragePlatform minio = MinioAccess.connect(MINIO.server());
                ProbedNode node = new ProbedNode(POSTGRES.database(), minio)) {
            ProbeResult found = node.probe.run(node.platform, UUID.randomUUID(), () -> false);

            assertThat(found.problem()).isEmpty();
            assertThat(found.correct(minio.info().capabilities()))
                    .isEqualTo(minio.info().capabilities());
            assertThat(found.results()).doesNotContainValue(CheckResult.UNKNOWN);
            assertThat(found.results()).containsEntry(Capability.VERSIONING, CheckResult.YES);
            assertThat(node.remaining).isEmpty();
        }
    }
}
