package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.server.app.boot.DatabaseFactory;
import dev.ose.server.app.boot.NodeAdapterContext;
import dev.ose.server.app.config.DataPlaneConfiguration;
import dev.ose.server.app.options.Listeners;
import dev.ose.server.app.options.SpringProperties;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.platform.transport.UpstreamSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tuning options reach the parts that they concern. */
class TuningOptionsTest {

    /** Their connections carry many clients. */
    @Test
    void forwardersAreTrustedAndMayHaveAnyNumberOfConnections() {
        ListenerSettings settings = Listeners.ofS3(configuration(
                "--oss.s3.forwarders=10.0.0.5,fd00::/8",
                "--oss.s3.forwarded-header=forwarded",
                "--oss.s3.unlimited-addresses=10.0.0.6"));

        assertThat(settings.intermediaries().forwarders().ranges()).hasSize(2);
        assertThat(settings.intermediaries().forwarders().header()).isEqualToIgnoringCase("Forwarded");
        assertThat(settings.connectionLimit().exempt()).hasSize(3);
        assertThat(Listeners.ofS3(configuration()).intermediaries()).isEqualTo(ListenerSettings.Intermediaries.NONE);
        assertThat(Listeners.ofAdmin(configuration("--oss.s3.forwarders=10.0.0.5"))
                        .intermediaries())
                .isEqualTo(ListenerSettings.Intermediaries.NONE);
    }

    @Test
    void threadsReachTheListeners() {
        ListenerSettings settings =
                Listeners.ofS3(configuration("--server.undertow.threads.io=3", "--server.undertow.threads.worker=7"));

        assertThat(settings.threads().io()).isEqualTo(3);
        assertThat(settings.threads().blocking()).isEqualTo(7);
        assertThat(Listeners.ofS3(configuration()).threads().io())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    /** The admin listener also serves S3: a transfer must not block the only thread, which answers for health. */
    @Test
    void adminListenerHasAtLeastTwoIoThreads() {
        assertThat(Listeners.ofAdmin(configuration("--server.undertow.threads.io=1"))
                        .threads()
                        .io())
                .isEqualTo(2);
        assertThat(Listeners.ofAdmin(configuration("--server.undertow.threads.io=3"))
                        .threads()
                        .io())
                .isEqualTo(3);
    }

    @Test
    void connectionsReachTheTransport() {
        UpstreamSettings settings = DataPlaneConfiguration.upstream(configuration(
                "--s3.client.max.connections=50",
                "--s3.client.tenant-share=40",
                "--s3.client.connect.timeout=3s",
                "--s3.client.idle.timeout=4s"));

        assertThat(settings.pool().maxConnections()).isEqualTo(50);
        assertThat(settings.pool().maxPerTenant()).isEqualTo(20);
        assertThat(settings.timeouts().connect()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.pool().maxIdle()).isEqualTo(Duration.ofSeconds(4));
    }

    /** The platform must accept as many requests as the tenants' shares admit. */
    @Test
    void platformExpectsAsManyConnectionsAsTheNodeOpens() {
        assertThat(NodeAdapterContext.ofCheck(configuration("--s3.client.max.connections=50000"), Clock.systemUTC())
                        .connections())
                .isEqualTo(50_000);
    }

    @Test
    void poolOfTheDatabaseIsTheOneThatWasAskedFor() {
        DatabaseSettings.Pool pool = DatabaseFactory.pool(configuration(
                "--spring.datasource.hikari.maximumPoolSize=31",
                "--spring.datasource.hikari.maxLifetime=1700000",
                "--spring.datasource.hikari.idleTimeout=500000",
                "--spring.datasource.hikari.connectionTimeout=20000"));

        assertThat(pool)
                .isEqualTo(new DatabaseSettings.Pool(
                        31, Duration.ofSeconds(20), Duration.ofSeconds(500), Duration.ofSeconds(1_700)));
    }

    @Test
    void logLevelReachesTheLog() {
        assertThat(SpringProperties.of(configuration("--logging.level.root=warn")))
                .containsEntry("logging.level.root", "WARN");
    }

    @Test
    void propertiesOfSpringArePassedOnAndTakeNoPlaceOfOurs() {
        assertThat(SpringProperties.of(configuration(
                        "--logging.level.dev.ose.server.sync=debug", "--spring.task.scheduling.pool.size=3")))
                .containsEntry("logging.level.dev.ose.server.sync", "debug")
                .containsEntry("spring.task.scheduling.pool.size", "3")
                .containsEntry("spring.web.resources.add-mappings", false);
    }

    private static Configuration configuration(String... arguments) {
        return ConfigurationLoader.load(List.of(arguments), Map.of());
    }
}
