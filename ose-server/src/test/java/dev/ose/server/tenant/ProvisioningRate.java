package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.ceph.CephPlatform;
import dev.ose.adapter.ceph.CephPlatformConfig;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.jdbc.JdbcCredentialStore;
import dev.ose.server.tenant.jdbc.JdbcPlacementStore;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import dev.ose.testkit.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Measures how fast tenants and users are created on a Ceph gateway: arguments are its endpoint, an administrator's
 * access key, a file with the secret key, tenants, users of each, and concurrent calls.
 */
final class ProvisioningRate {

    private ProvisioningRate() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException, InterruptedException {
        URI endpoint = URI.create(arguments[0]);
        int tenants = Integer.parseInt(arguments[3]);
        int users = Integer.parseInt(arguments[4]);
        CephPlatformConfig config = new CephPlatformConfig(
                endpoint,
                endpoint,
                "default",
                new PlatformKey(
                        arguments[1],
                        Secret.of(Files.readString(Path.of(arguments[2])).strip())),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                SSLContext.getDefault(),
                OutboundRoutes.direct());
        try (PostgresServer server = PostgresServer.start();
                CephPlatform platform = CephPlatform.of(config, Clock.systemUTC(), new SecureRandom());
                Database database = new Database(StoreFixture.options(server.createMigrated()));
                ExecutorService calls = Executors.newFixedThreadPool(Integer.parseInt(arguments[5]))) {
            PlatformRegistry platforms =
                    PlatformRegistry.register(Map.of("main", platform), new JdbcPlatformStore(database));
            Provisioning provisioning = provisioning(database, platforms);
            PlatformId id = platforms.named("main").orElseThrow().id();
            long begun = System.nanoTime();
            for (int t = 0; t < tenants; t++) {
                String name = "tenant-" + t;
                calls.execute(() -> make(provisioning, id, name, users));
            }
            calls.shutdown();
            if (!calls.awaitTermination(1, TimeUnit.HOURS)) {
                throw new IllegalStateException("not done in an hour");
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            long made = database.first(
                            "SELECT count(*) FROM tenant_user WHERE platform_access_key IS NOT NULL",
                            row -> row.getLong(1))
                    .orElse(0L);
            System.out.printf("%d users in %.1f s: %.1f users/s%n", made, seconds, made / seconds);
        }
    }

    private static Provisioning provisioning(Database database, PlatformRegistry platforms) {
        Keyring keyring = StoreFixture.newKeyring();
        return new Provisioning(
                new Provisioning.Rows(
                        new JdbcTenantStore(database),
                        new JdbcUserStore(database, keyring),
                        new JdbcPlacementStore(database, keyring)),
                platforms,
                new Credentials(new JdbcCredentialStore(database, keyring), new SecureRandom(), Clock.systemUTC()),
                new SecureRandom(),
                Clock.systemUTC());
    }

    private static void make(Provisioning provisioning, PlatformId platform, String name, int users) {
        Tenant tenant = provisioning.createTenant(name, platform);
        for (int u = 0; u < users; u++) {
            provisioning.createUser(tenant.id(), "user-" + u, Role.TENANT_USER);
        }
    }
}
