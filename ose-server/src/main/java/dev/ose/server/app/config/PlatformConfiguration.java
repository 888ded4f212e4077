package dev.ose.server.app.config;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import dev.ose.server.app.boot.Foundation;
import dev.ose.server.app.check.AttachedPlatformTest;
import dev.ose.server.database.Database;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.capacity.CapacityReader;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.jdbc.JdbcProbeStore;
import dev.ose.server.platform.probe.CapabilityKeeper;
import dev.ose.server.platform.probe.CapabilityProbe;
import dev.ose.server.platform.probe.PlatformTest;
import dev.ose.server.platform.probe.ProbeStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import dev.ose.server.transfer.BlockingTransport;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;

/** The platform, its capabilities, and the client for the node's own requests. */
@ControlPlane
class PlatformConfiguration {

    private static final String PLATFORM = "main";

    /** Closed by the code that started it, after all its users. */
    @Bean(destroyMethod = "")
    StoragePlatform storagePlatform(Supplier<Foundation> foundation) {
        return foundation.get().platform();
    }

    @Bean
    PlatformRegistry platformRegistry(StoragePlatform platform, Database database) {
        try {
            return PlatformRegistry.register(Map.of(PLATFORM, platform), new JdbcPlatformStore(database));
        } catch (FailureException e) {
            throw e.failure() instanceof Failure.Invalid invalid
                    ? new StartException(
                            Code.PLATFORM,
                            "The platform cannot be " + platform.info().kind() + ": " + invalid.rule() + ". Correct "
                                    + PlatformOptions.KIND.key() + ", or use another database.",
                            e)
                    : e;
        }
    }

    /** The platform of new tenants. */
    @Bean
    Platform platform(PlatformRegistry platforms) {
        return platforms.named(PLATFORM).orElseThrow();
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
    CapabilityKeeper capabilityKeeper(
            Jobs jobs,
            PlatformRegistry platforms,
            Platform platform,
            ProbeStore probes,
            CapabilityProbe probe,
            Configuration configuration) {
        return CapabilityKeeper.start(
                jobs, platforms, platform, probes, probe, configuration.get(PlatformOptions.PROBE));
    }

    @Bean
    CapacityReader capacityReader(Jobs jobs, PlatformRegistry platforms, Platform platform, Clock clock) {
        return CapacityReader.start(jobs, platforms, platform, clock);
    }
}
