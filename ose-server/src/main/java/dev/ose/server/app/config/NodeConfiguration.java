package dev.ose.server.app.config;

import dev.ose.server.app.dataplane.S3Mount;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.runtime.telemetry.Metrics;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * All beans of a node, one configuration for each feature. Node registers the objects that exist before Spring:
 * options, data directory, and the start of database and platform.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    WebConfiguration.class,
    SecurityConfiguration.class,
    OpenApiConfiguration.class,
    DatabaseConfiguration.class,
    DirectorConfiguration.class,
    PlatformConfiguration.class,
    TenancyConfiguration.class,
    BucketConfiguration.class,
    PortalConfiguration.class,
    AccessLogConfiguration.class,
    LedgerConfiguration.class,
    CatalogConfiguration.class,
    AccountingConfiguration.class,
    EventConfiguration.class,
    AuditConfiguration.class,
    SyncConfiguration.class,
    JobConfiguration.class,
    IamConfiguration.class,
    ReportConfiguration.class,
    AccountConfiguration.class,
    AdminApiConfiguration.class,
    DataPlaneConfiguration.class
})
class NodeConfiguration {

    @Bean
    Metrics metrics() {
        return new Metrics();
    }

    @Bean
    Jobs jobs(Metrics metrics, OperatorEvents events, Clock clock) {
        return new Jobs(metrics, events, clock);
    }

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }

    @Bean
    S3Mount s3Mount() {
        return new S3Mount();
    }
}
