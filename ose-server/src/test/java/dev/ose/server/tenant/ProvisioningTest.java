package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.NewCredential;
import dev.ose.server.tenant.credential.Roles;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProvisioningTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final String POLICY =
            "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"s3:*\", \"Resource\": \"*\"}}";

    private static StoreFixture node;

    @BeforeAll
    static void open() {
        node = new StoreFixture(postgres.database());
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @Test
    void newUserHasCounterpartPlatformKeyAndReservedCredential() {
        Holder ann = node.holder("ann");

        User user = ann.made().user();
        assertThat(node.provisioning.userNamed(ann.tenant().id(), "ann")).isEqualTo(user);
        assertThat(node.users.counterpart(ann.tenant().id(), user.id())).isPresent();
        assertThat(node.users.hasPlatformKey(ann.tenant().id(), user.id())).isTrue();
        assertThat(node.credentials.list(ann.tenant().id(), user.id()))
                .singleElement()
                .satisfies(credential -> {
                    assertThat(credential.kind()).isEqualTo(CredentialKind.RESERVED);
                    assertThat(credential.accessKey().value())
                            .isEqualTo(ann.made().reserved().accessKey())
                            .matches("[A-Z0-9]{20}");
                });
        assertThat(ann.made().reserved().secretKey().<Integer>use(bytes -> bytes.length))
                .isEqualTo(40);
    }

    @Test
    void creatingTwiceAnswersAlreadyExists() {
        Holder twice = node.holder("twice");

        assertFails(
                () -> node.provisioning.createTenant("twice", node.platform.id()),
                new Failure.AlreadyExists("tenant", "twice"));
        assertFails(
                () -> node.provisioning.createUser(twice.tenant().id(), "twice", Role.TENANT_USER),
                new Failure.AlreadyExists("user", "twice"));
    }

    @Test
    void namesThatBreakTheRuleAreInvalid() {
        for (String name : List.of("", "-a", ".a", "a b", "a/b", "ü", "a".repeat(65), "a\0")) {
            assertThatThrownBy(() -> node.provisioning.createTenant(name, node.platform.id()))
                    .isInstanceOfSatisfying(
                            FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Invalid.class));
        }
        assertThat(node.provisioning
                        .createTenant("A" + "b.-_9".repeat(12), node.platform.id())
                        .name())
                .hasSize(61);
    }

    @Test
    void tenantMadeWithCrashAtEveryStepHasNoTwin() {
        for (int step = 0; ; step++) {
            String name = "crash-tenant-" + step;
            int before = node.memoryPlatform.tenants.size();
            Provisioning dying = node.dying(step);

            boolean survived = survives(() -> dying.createTenant(name, node.platform.id()));
            if (!survived) {
                // If the crash came after the last step, the tenant exists already.
                Tenant made = node.tenants
                        .findByName(name)
                        .orElseGet(() -> node.provisioning.createTenant(name, node.platform.id()));
                assertThat(node.tenants.findByName(name)).contains(made);
            }

            assertThat(node.memoryPlatform.tenants).hasSize(before + 1);
            if (survived) {
                assertThat(step).isGreaterThan(5);
                return;
            }
        }
    }

    @Test
    void userMadeWithCrashAtEveryStepHasNoTwin() {
        Tenant tenant = node.provisioning.createTenant("crash-users", node.platform.id());
        for (int step = 0; ; step++) {
            String name = "user-" + step;
            int before = node.memoryPlatform.users.size();
            Provisioning dying = node.dying(step);

            boolean survived = survives(() -> dying.createUser(tenant.id(), name, Role.TENANT_USER));
            if (!survived && node.users.findByName(tenant.id(), name).isEmpty()) {
                node.provisioning.createUser(tenant.id(), name, Role.TENANT_USER);
            }

            User made = node.provisioning.userNamed(tenant.id(), name);
            assertThat(node.memoryPlatform.users).hasSize(before + 1);
            assertThat(node.memoryPlatform.keys.get(
                            node.users.counterpart(tenant.id(), made.id()).orElseThrow()))
                    .hasSize(1);
            assertThat(node.credentials.list(tenant.id(), made.id())).hasSize(1);
            if (survived) {
                assertThat(step).isGreaterThan(15);
                return;
            }
        }
    }

    @Test
    void userMadeByManyOnTwoNodesAtOnceIsMadeOnce() throws Exception {
        Tenant tenant = node.provisioning.createTenant("crowd", node.platform.id());
        try (StoreFixture other = new StoreFixture(StoreFixture.options(postgres.database()), node.keyring);
                ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> here = attempt(node.provisioning, tenant);
            Callable<Boolean> there = attempt(other.provisioning(node.memoryPlatform), tenant);
            long winners = 0;
            for (var future : crowd.invokeAll(List.of(here, there, here, there, here, there))) {
                winners += future.get() ? 1 : 0;
            }

            assertThat(winners).isEqualTo(1);
        }
        User made = node.provisioning.userNamed(tenant.id(), "one");
        assertThat(node.memoryPlatform.keys.get(
                        node.users.counterpart(tenant.id(), made.id()).orElseThrow()))
                .hasSize(1);
        assertThat(node.credentials.list(tenant.id(), made.id())).hasSize(1);
    }

    private static Callable<Boolean> attempt(Provisioning provisioning, Tenant tenant) {
        return () -> survivesFailure(() -> provisioning.createUser(tenant.id(), "one", Role.TENANT_USER));
    }

    @Test
    void unfinishedTenantOnAnotherPlatformIsNotMovedSilently() {
        Provisioning dying = node.dying(2);
        assertThat(survives(() -> dying.createTenant("moved", node.platform.id())))
                .isFalse();
        var other = new JdbcPlatformStore(node.database).register("other", StoreFixture.info("embedded"));

        assertThatThrownBy(() -> node.provisioning.createTenant("moved", other.id()))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Invalid.class));
    }

    @Test
    void platformWithTenantsDoesNotBecomeOneOfAnotherKind() {
        JdbcPlatformStore platforms = new JdbcPlatformStore(node.database);
        PlatformId vacant =
                platforms.register("changing", StoreFixture.info("embedded")).id();

        assertThat(platforms.register("changing", StoreFixture.info("ceph")).id())
                .isEqualTo(vacant);
        node.provisioning.createTenant("settled", vacant);

        assertThatThrownBy(() -> platforms.register("changing", StoreFixture.info("embedded")))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Invalid.class));
        assertThat(platforms.register("changing", StoreFixture.info("ceph")).id())
                .isEqualTo(vacant);
    }

    @Test
    void reservedCredentialIsProtected() {
        Holder holder = node.holder("guarded");
        AccessKeyId reserved = new AccessKeyId(holder.made().reserved().accessKey());
        Failure refusal = new Failure.Protected("credential", reserved.value());

        assertFails(() -> node.credentials.delete(holder.tenant().id(), reserved), refusal);
        assertFails(() -> node.credentials.disable(holder.tenant().id(), reserved), refusal);
    }

    @Test
    void credentialIsListedDisabledAndDeleted() {
        Holder holder = node.holder("keys");
        UserId user = holder.made().user().id();
        NewCredential made =
                node.credentials.create(holder.tenant().id(), user, CredentialTerms.unlimited("backup script"));
        AccessKeyId key = made.credential().accessKey();

        node.credentials.disable(holder.tenant().id(), key);
        assertThat(node.credentials.get(holder.tenant().id(), key).status()).isEqualTo(Status.DISABLED);
        node.credentials.enable(holder.tenant().id(), key);
        assertThat(node.credentials.list(holder.tenant().id(), user))
                .extracting(Credential::accessKey)
                .contains(key)
                .hasSize(2);
        node.credentials.delete(holder.tenant().id(), key);
        assertFails(
                () -> node.credentials.get(holder.tenant().id(), key), new Failure.NotFound("credential", key.value()));
    }

    /** All but one are created before. */
    @Test
    void concurrentCreationsDoNotExceedTheLimitOfAUser() throws Exception {
        Holder holder = node.holder("greedy");
        TenantId tenant = holder.tenant().id();
        UserId user = holder.made().user().id();
        UserPolicies policies = node.bean(UserPolicies.class);
        fill(holder, "USER", 998);
        fill(holder, "SESSION", 999);
        for (int i = 1; i < UserPolicies.MAX_PER_USER; i++) {
            policies.put(tenant, user, "p" + i, POLICY);
        }

        assertThat(winners(n -> node.credentials.create(tenant, user, CredentialTerms.unlimited(""))))
                .isEqualTo(1);
        assertThat(winners(n -> node.credentials.openSession(tenant, user, null, Duration.ofHours(1))))
                .isEqualTo(1);
        assertThat(winners(n -> policies.put(tenant, user, "new" + n, POLICY))).isEqualTo(1);
    }

    @Test
    void ofRolesAndTheirPoliciesMadeAtOnceNoMoreStayThanThereMayBe() throws Exception {
        Holder holder = node.holder("ruler");
        TenantId tenant = holder.tenant().id();
        UserId user = holder.made().user().id();
        Roles roles = node.bean(Roles.class);
        AssumableRole role = roles.create(draft(tenant, "role"), user);
        node.database.update(
                "INSERT INTO tenant_role"
                        + " (id, tenant_id, name, user_id, trust, description, max_session_seconds, created_at)"
                        + " SELECT gen_random_uuid(), tenant_id, name || n, user_id, trust, '', max_session_seconds,"
                        + " now()"
                        + " FROM tenant_role, generate_series(1, 998) n WHERE id = ?",
                role.id());
        for (int i = 1; i < 20; i++) {
            roles.putPolicy(role, "p" + i, POLICY);
        }

        assertThat(winners(n -> roles.create(draft(tenant, "new" + n), user))).isEqualTo(1);
        assertThat(winners(n -> roles.putPolicy(role, "new" + n, POLICY))).isEqualTo(1);
    }

    private static Roles.Draft draft(TenantId tenant, String name) {
        String trust = "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"sts:AssumeRole\","
                + " \"Principal\": {\"AWS\": \"*\"}}}";
        return new Roles.Draft(new RoleArn(tenant, name), trust, "", Duration.ofHours(1));
    }

    private static void fill(Holder holder, String kind, int rows) {
        node.database.update(
                "INSERT INTO credential"
                        + " (access_key, tenant_id, user_id, kind, secret, expires_at, session_token_digest)"
                        + " SELECT ? || n, ?, ?, ?, '', now() + interval '1 day',"
                        + " CASE ? WHEN 'SESSION' THEN repeat('0', 64) END FROM generate_series(1, ?) n",
                kind,
                holder.tenant().id(),
                holder.made().user().id(),
                kind,
                kind,
                rows);
    }

    /** The number of concurrent calls that succeed. */
    private static long winners(IntConsumer call) throws Exception {
        List<Callable<Boolean>> calls = IntStream.range(0, 6)
                .<Callable<Boolean>>mapToObj(n -> () -> survivesFailure(() -> call.accept(n)))
                .toList();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            long winners = 0;
            for (var future : crowd.invokeAll(calls)) {
                winners += future.get() ? 1 : 0;
            }
            return winners;
        }
    }

    @Test
    void anotherTenantSeesAndChangesNothing() {
        Holder owner = node.holder("owner");
        Holder rival = node.holder("rival");
        UserId user = owner.made().user().id();
        AccessKeyId key = node.credentials
                .create(owner.tenant().id(), user, CredentialTerms.unlimited(""))
                .credential()
                .accessKey();
        var rivals = rival.tenant().id();

        assertThat(node.credentials.list(rivals, user)).isEmpty();
        assertThat(node.users.find(rivals, user)).isEmpty();
        assertThat(node.users.findByName(rivals, "owner")).isEmpty();
        assertThat(node.users.counterpart(rivals, user)).isEmpty();
        Failure noCredential = new Failure.NotFound("credential", key.value());
        Failure noUser = new Failure.NotFound("user", user.toString());
        assertFails(() -> node.credentials.get(rivals, key), noCredential);
        assertFails(() -> node.credentials.disable(rivals, key), noCredential);
        assertFails(() -> node.credentials.enable(rivals, key), noCredential);
        assertFails(() -> node.credentials.delete(rivals, key), noCredential);
        assertFails(() -> node.credentials.create(rivals, user, CredentialTerms.unlimited("")), noUser);
        assertFails(() -> node.provisioning.disableUser(rivals, user), noUser);
        assertFails(() -> node.provisioning.enableUser(rivals, user), noUser);
        assertThat(node.credentials.get(owner.tenant().id(), key).status()).isEqualTo(Status.ACTIVE);
    }

    @Test
    void disablingReachesThePlatform() {
        Holder holder = node.holder("sleepy");
        UserId user = holder.made().user().id();
        var counterpart = node.users.counterpart(holder.tenant().id(), user).orElseThrow();

        node.provisioning.disableUser(holder.tenant().id(), user);
        assertThat(node.provisioning.user(holder.tenant().id(), user).status()).isEqualTo(Status.DISABLED);
        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
        node.provisioning.enableUser(holder.tenant().id(), user);
        node.provisioning.disableTenant(holder.tenant().id());

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, true);
        assertThat(node.provisioning.tenant(holder.tenant().id()).status()).isEqualTo(Status.DISABLED);
    }

    @Test
    void secretsAreNowhereInTheDatabase() {
        Holder holder = node.holder("sealed");
        String secretKey = holder.made().reserved().secretKey().use(String::new);

        List<String> rows = node.database.all(
                "SELECT c::text || encode(c.secret, 'escape') || u::text || encode(u.platform_secret, 'escape')"
                        + " FROM credential c JOIN tenant_user u ON u.id = c.user_id",
                row -> row.getString(1));

        assertThat(rows).isNotEmpty().noneMatch(row -> row.contains(secretKey) || row.contains("platform secret"));
    }

    @Test
    void unknownTenantAnswersNotFound() {
        var unknown = new TenantId(UUID.randomUUID());

        assertFails(
                () -> node.provisioning.createUser(unknown, "u", Role.TENANT_USER),
                new Failure.NotFound("tenant", unknown.toString()));
        assertFails(() -> node.provisioning.disableTenant(unknown), new Failure.NotFound("tenant", unknown.toString()));
    }

    private static boolean survives(Runnable work) {
        try {
            work.run();
            return true;
        } catch (FaultInjector died) {
            return false;
        }
    }

    private static boolean survivesFailure(Runnable work) {
        try {
            work.run();
            return true;
        } catch (FailureException refused) {
            return false;
        }
    }

    private static void assertFails(ThrowingCallable call, Failure failure) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isEqualTo(failure));
    }
}
