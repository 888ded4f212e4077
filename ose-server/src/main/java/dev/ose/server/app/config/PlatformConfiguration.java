package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import dev.ose.server.admin.OfferedCapabilities;
import dev.ose.server.app.boot.Foundation;
import dev.ose.server.app.check.AttachedPlatformTest;
import dev.ose.server.database.Database;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.RecordedPlatform;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.capacity.CapacityReaders;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.jdbc.JdbcProbeStore;
import dev.ose.server.platform.probe.CapabilityKeeper;
import dev.ose.server.platform.probe.CapabilityKeepers;
import dev.ose.server.platform.probe.CapabilityProbe;
import dev.ose.server.platform.probe.PlatformTest;
import dev.ose.server.platform.probe.ProbeStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.transfer.BlockingTransport;
import java.time.Clock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;

/** The platform, its capabilities, and the client for the node's own requests. */
@ControlPlane
class PlatformConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(PlatformConfiguration.class);

    /** The adapters are closed by the code that started them, after all their users. */
    @Bean
    PlatformRegistry platformRegistry(Supplier<Foundation> foundation, Database database) {
        try {
            PlatformRegistry registry =
                    PlatformRegistry.register(foundation.get().platforms(), new JdbcPlatformStore(database));
            registry.absent().stream().filter(RecordedPlatform::hasTenants).forEach(platform -> LOG.atWarn()
                    .addKeyValue("platform", platform.name())
                    .log("tenants have this platform, which is not in this node's options; for their requests"
                            + " it is unavailable"));
            return registry;
        } catch (FailureException e) {
            throw e.failure() instanceof Failure.Invalid invalid
                    ? new StartException(
                            Code.PLATFORM,
                            "A platform cannot be used: " + invalid.rule() + ". Correct "
                                    + PlatformOptions.KIND.key() + " or " + PlatformOptions.FURTHER.key()
                                    + " and the options of the platform, or use another database.",
                            e)
                    : e;
        }
    }

    /** The platform of tenants that are not placed on another. */
    @Bean
    Platform platform(PlatformRegistry platforms) {
        return platforms.named(Platform.MAIN).orElseThrow();
    }

    @Bean
    Regions regions(PlatformRegistry platforms, Configuration configuration) {
        return Regions.of(configuration.get(S3Options.REGION), platforms.all(), configuration.platformRegions());
    }

    @Bean
    OfferedCapabilities offeredCapabilities(
            PlatformRegistry platforms, Provisioning provisioning, Placements placements) {
        return new OfferedCapabilities(platforms, provisioning, placements);
    }

    @Bean
    PlatformTest platformTest(Configuration configuration, Clock clock) {
        return new AttachedPlatformTest(configuration, clock);
    }

    @Bean
    ProbeStore probeStore(Database database) {
        return new JdbcProbeStore(database);
    }

    @Bean
    CapabilityProbe capabilityProbe(PlatformRegistry platforms, BlockingTransport transport, Clock clock) {
        return new CapabilityProbe(platforms, transport, clock);
    }

    /** Applies the stored capabilities, then probes unknown ones. */
    @Bean
    CapabilityKeepers capabilityKeepers(
            Jobs jobs,
            PlatformRegistry platforms,
            ProbeStore probes,
            CapabilityProbe probe,
            Configuration configuration) {
        boolean unasked = configuration.get(PlatformOptions.PROBE);
        return new CapabilityKeepers(platforms.all().stream()
                .map(platform -> CapabilityKeeper.start(jobs, platforms, platform, probes, probe, unasked))
                .toList());
    }

    @Bean
    CapacityReaders capacityReaders(Jobs jobs, PlatformRegistry platforms, Clock clock) {
        return CapacityReaders.start(jobs, platforms, platforms.all(), clock);
    }
}
