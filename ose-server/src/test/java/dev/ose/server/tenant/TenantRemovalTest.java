package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Secret;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.jdbc.JdbcWebhookStore;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.testkit.PostgresFixture;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deletion of tenants. */
class TenantRemovalTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;

    private final String mark = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void close() {
        node.close();
    }

    private Tenant tenant() {
        return node.provisioning.createTenant("t-" + mark, node.platform.id());
    }

    @Test
    void emptyTenantGoesWithAllThatIsSetForItAndItsBillStays() {
        TenantId tenant = tenant().id();
        PlatformTenantId counterpart = node.tenants.counterpart(tenant);
        JdbcWebhookStore webhooks = new JdbcWebhookStore(node.database, node.keyring);
        webhooks.add(
                tenant,
                new Webhook.Terms(URI.create("http://127.0.0.1:1/"), null, "", "", Set.of(ObjectChange.CREATED)),
                Secret.of("a secret of tests"));
        new JdbcQuotaStore(node.database).put(new QuotaHolder.OfTenant(tenant), new Quota(1L, null, null));
        new JdbcIdentityProviderStore(node.database)
                .put(new IdentityProvider(
                        tenant, "issuer", "http://127.0.0.1:1", List.of("ose"), null, "sub", Map.of(), null));
        node.database.update(
                "INSERT INTO metered_hour VALUES (now(), ?, ?, '', 'READ', 7, 0, 0)", tenant, UUID.randomUUID());

        node.removal(node.memoryPlatform).removeTenant(tenant);

        assertThat(node.tenants.find(tenant)).isEmpty();
        assertThat(webhooks.list(tenant)).isEmpty();
        assertThat(rows("quota", tenant)).isZero();
        assertThat(rows("identity_provider", tenant)).isZero();
        assertThat(rows("metered_hour", tenant)).isEqualTo(1);
        assertThat(node.memoryPlatform.tenants).doesNotContainValue(counterpart);
        assertFails(tenant, new Failure.NotFound("tenant", tenant.toString()));
        assertThat(tenant().id()).isNotEqualTo(tenant);
        // No other tenant is mapped to the deleted one's counterpart.
        node.memoryPlatform.addStranger(counterpart, mark);
        assertThatThrownBy(() -> node.provisioning.adoptTenant("a-" + mark, node.platform.id(), counterpart))
                .isInstanceOfSatisfying(
                        FailureException.class, it -> assertThat(it.failure()).isInstanceOf(Failure.Invalid.class));
    }

    @Test
    void tenantWithUsersOrBucketsIsLeftAsItIs() {
        StoreFixture.Holder holder = node.holder("t-" + mark);
        TenantId tenant = holder.tenant().id();
        node.bucket(holder, "b-" + mark);

        assertFails(tenant, new Failure.NotEmpty("tenant", tenant.toString(), 1, 1));

        assertThat(node.tenants.find(tenant)).contains(holder.tenant());
    }

    @Test
    void userWhoseRemovalOrMakingIsNotOverCountsStill() {
        TenantId tenant = tenant().id();
        PlatformAdministration dead =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "retireUser", () -> {
                    throw new FailureException(new Failure.PlatformUnreachable("main"));
                });
        var ann = node.provisioning.createUser(tenant, "ann", Role.TENANT_USER).user();
        assertThatThrownBy(() -> node.removal(dead).removeUser(tenant, ann.id()))
                .isInstanceOf(FailureException.class);

        assertFails(tenant, new Failure.NotEmpty("tenant", tenant.toString(), 1, 0));
        node.removal(node.memoryPlatform).removeUser(tenant, ann.id());

        node.removal(node.memoryPlatform).removeTenant(tenant);
        assertThat(node.tenants.find(tenant)).isEmpty();
    }

    @Test
    void platformThatKeepsItsTenantDoesNotKeepOurs() {
        TenantId tenant = tenant().id();
        PlatformAdministration refusing =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "deleteTenant", () -> {
                    throw new FailureException(new Failure.PlatformRefused("main", "it has users"));
                });

        node.removal(refusing).removeTenant(tenant);

        assertThat(node.tenants.find(tenant)).isEmpty();
        assertThat(node.events).singleElement().isInstanceOf(OperatorEvent.TenantLeft.class);
    }

    @Test
    void tenantOfThePlatformThatOseDidNotMakeStays() {
        PlatformTenantId legacy = new PlatformTenantId("legacy-" + mark);
        node.memoryPlatform.addStranger(legacy, mark);
        TenantId tenant = node.provisioning
                .adoptTenant("a-" + mark, node.platform.id(), legacy)
                .id();

        node.removal(node.memoryPlatform).removeTenant(tenant);

        assertThat(node.tenants.find(tenant)).isEmpty();
        assertThat(node.memoryPlatform.tenants).containsValue(legacy);
    }

    private static void assertFails(TenantId tenant, Failure failure) {
        assertThatThrownBy(() -> node.removal(node.memoryPlatform).removeTenant(tenant))
                .isInstanceOfSatisfying(
                        FailureException.class, it -> assertThat(it.failure()).isEqualTo(failure));
    }

    private static long rows(String table, TenantId tenant) {
        return node.database
                .first("SELECT count(*) FROM " + table + " WHERE tenant_id = ?", row -> row.getLong(1), tenant)
                .orElseThrow();
    }
}
