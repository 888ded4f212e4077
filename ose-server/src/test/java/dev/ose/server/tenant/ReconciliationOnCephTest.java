package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.tenant.Reconciliation.Finding;
import dev.ose.testkit.GatewayFixture;
import dev.ose.testkit.PostgresFixture;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two tenants on one tenant of a real gateway, which is then changed directly. */
class ReconciliationOnCephTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;
    private static StoragePlatform gateway;
    private static PlatformRegistry platforms;

    @BeforeAll
    static void open() {
        gateway = CephGateway.connect(GATEWAY.gateway());
        node = new StoreFixture(POSTGRES.database());
        platforms = PlatformRegistry.register(Map.of("ceph", gateway), new JdbcPlatformStore(node.database));
    }

    @AfterAll
    static void close() {
        node.close();
        gateway.close();
    }

    @Test
    void sharedTenantsUsersAreApartAndWhatIsChangedThereIsRepaired() {
        PlatformTenantId shared = gateway.createTenant(new TenantRequest("shared", "there before"))
                .id();
        PlatformId platform = platforms.named("ceph").orElseThrow().id();
        Tenant one = provisioning().adoptTenant("one", platform, shared);
        Tenant two = provisioning().adoptTenant("two", platform, shared);
        User suspended =
                provisioning().createUser(one.id(), "ann", Role.TENANT_USER).user();
        User deleted =
                provisioning().createUser(two.id(), "ann", Role.TENANT_USER).user();

        assertThat(counterpart(suspended)).isNotEqualTo(counterpart(deleted));
        assertThat(run(false).findings()).isEmpty();

        gateway.setUserActive(counterpart(suspended), false);
        for (PlatformKey key : gateway.listKeys(counterpart(suspended))) {
            gateway.deleteKey(counterpart(suspended), key.accessKey());
        }
        gateway.deleteUser(counterpart(deleted));

        assertThat(run(true).findings())
                .containsExactlyInAnyOrder(
                        new Finding(one.id(), suspended.id(), Difference.KEY_MISSING, true),
                        new Finding(one.id(), suspended.id(), Difference.STATUS_DIFFERS, true),
                        new Finding(two.id(), deleted.id(), Difference.USER_MISSING, true),
                        new Finding(two.id(), deleted.id(), Difference.KEY_MISSING, true));
        assertThat(run(false).findings()).isEmpty();
    }

    private static Provisioning provisioning() {
        return node.provisioning(platforms);
    }

    private static PlatformUserId counterpart(User user) {
        return node.users.counterpart(user.tenant(), user.id()).orElseThrow();
    }

    private static Reconciliation.Report run(boolean repair) {
        return node.reconciliation(platforms).run(null, 10, repair);
    }
}
