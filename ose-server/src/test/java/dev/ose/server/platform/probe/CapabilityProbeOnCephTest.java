package dev.ose.server.platform.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.testkit.GatewayFixture;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Probes a real gateway of release 16.2. */
class CapabilityProbeOnCephTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    @Test
    void findsWhatItsAdapterDeclaresAndLeavesNothing() throws IOException {
        try (StoragePlatform gateway = CephGateway.connect(GATEWAY.gateway());
                ProbedNode node = new ProbedNode(POSTGRES.database(), gateway)) {
            ProbeResult found = node.probe.run(node.platform, UUID.randomUUID(), () -> false);

            assertThat(found)
                    .isEqualTo(new ProbeResult(
                            Map.ofEntries(
                                    Map.entry(Capability.ENFORCES_SIGNED_HASH, CheckResult.YES),
                                    Map.entry(Capability.TRAILERS, CheckResult.NO),
                                    Map.entry(Capability.CRC64NVME, CheckResult.NO),
                                    Map.entry(Capability.NEWER_CHECKSUMS, CheckResult.NO),
                                    Map.entry(Capability.POST_UPLOAD, CheckResult.YES),
                                    Map.entry(Capability.EXACT_KEYS, CheckResult.YES),
                                    Map.entry(Capability.CONDITIONAL_WRITES, CheckResult.YES),
                                    Map.entry(Capability.CONDITIONAL_DELETES, CheckResult.NO),
                                    Map.entry(Capability.CONDITIONAL_COMPLETIONS, CheckResult.NO),
                                    Map.entry(Capability.COPY_SOURCE_CONDITIONS, CheckResult.NO),
                                    Map.entry(Capability.CONDITIONAL_COPIES, CheckResult.NO),
                                    Map.entry(Capability.TAGGING, CheckResult.YES),
                                    Map.entry(Capability.OBJECT_LOCK, CheckResult.YES),
                                    Map.entry(Capability.VERSIONING, CheckResult.YES)),
                            ""));
            assertThat(found.correct(gateway.info().capabilities()))
                    .isEqualTo(gateway.info().capabilities());
            assertThat(node.remaining).isEmpty();
        }
    }
}
