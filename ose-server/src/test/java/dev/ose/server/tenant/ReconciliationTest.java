package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Reconciliation.Finding;
import dev.ose.server.tenant.Reconciliation.Report;
import dev.ose.testkit.PostgresServer;
import dev.ose.testkit.TestDatabase;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes made on the platform are found, and repaired if no data is lost by it. */
class ReconciliationTest {

    private static PostgresServer server;

    private TestDatabase target;
    private StoreFixture node;
    private Tenant tenant;
    private User user;
    private PlatformUserId counterpart;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        target = server.createMigrated();
        node = new StoreFixture(target);
        StoreFixture.Holder holder = node.holder("acme");
        tenant = holder.tenant();
        user = holder.made().user();
        counterpart = node.users.counterpart(tenant.id(), user.id()).orElseThrow();
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void whatAgreesIsNotReported() {
        assertThat(run(false)).isEqualTo(new Report(1, List.of(), null));
    }

    @Test
    void statusIsSetAsWeHaveIt() {
        node.memoryPlatform.active.put(counterpart, false);

        assertThat(run(false).findings()).containsExactly(finding(Difference.STATUS_DIFFERS, false));
        assertThat(run(true).findings()).containsExactly(finding(Difference.STATUS_DIFFERS, true));

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, true);
        assertThat(run(false).findings()).isEmpty();
    }

    @Test
    void disabledUserIsStoppedOnThePlatformAgain() {
        node.provisioning.disableUser(tenant.id(), user.id());
        node.memoryPlatform.active.put(counterpart, true);

        assertThat(run(true).findings()).containsExactly(finding(Difference.STATUS_DIFFERS, true));

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
    }

    @Test
    void endpointThatThePlatformHasForTheTenantIsLearnt() throws Exception {
        URI own = URI.create("https://acme.s3.example.com");
        node.memoryPlatform.endpoints.put(node.tenants.counterpart(tenant.id()), own);

        assertThat(run(false).findings()).containsExactly(finding(Difference.ENDPOINT_DIFFERS, false));
        assertThat(run(true).findings()).containsExactly(finding(Difference.ENDPOINT_DIFFERS, true));

        assertThat(run(false).findings()).isEmpty();
        node.memoryPlatform.endpoints.clear();
        assertThat(run(true).findings()).containsExactly(finding(Difference.ENDPOINT_DIFFERS, true));
    }

    @Test
    void pageEndsBeforeTheUserOfAPlatformThatIsAway() {
        User other = node.provisioning
                .createUser(tenant.id(), "other", Role.TENANT_USER)
                .user();
        List<PlatformMapping> inOrder = node.bean(PlatformMappingStore.class).list(null, 10);
        PlatformMapping first = inOrder.getFirst();
        node.memoryPlatform.active.put(Objects.requireNonNull(first.counterpart()), false);
        AtomicInteger found = new AtomicInteger();
        PlatformAdministration away =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "findUser", () -> {
                    if (found.getAndIncrement() > 0) {
                        throw new FailureException(new Failure.PlatformUnreachable("main"));
                    }
                });
        Reconciliation reconciliation = reconciliation(away);

        Report report = reconciliation.run(null, 10, true);

        assertThat(inOrder).extracting(mapping -> mapping.user().id()).contains(user.id(), other.id());
        assertThat(report.checked()).isEqualTo(1);
        assertThat(report.findings()).hasSize(1).allMatch(Finding::isRepaired);
        assertThat(report.next()).isEqualTo(first.user().id());
        assertThatThrownBy(() -> reconciliation.run(report.next(), 10, true))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isInstanceOf(Failure.PlatformUnreachable.class));
    }

    @Test
    void userThatThePlatformRefusesToReportDelaysNoOther() {
        PlatformAdministration refusing =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "findTenant", () -> {
                    throw new FailureException(new Failure.PlatformRefused("main", "no"));
                });

        assertThat(reconciliation(refusing).run(null, 100, true))
                .isEqualTo(new Report(1, List.of(finding(Difference.UNCHECKED, false)), null));
    }

    @Test
    void lostKeyIsReplacedHereAndThere() {
        keysThere().clear();

        assertThat(run(false).findings()).containsExactly(finding(Difference.KEY_MISSING, false));
        assertThat(run(true).findings()).containsExactly(finding(Difference.KEY_MISSING, true));

        assertThat(keysThere()).hasSize(1);
        assertThat(run(false).findings()).isEmpty();
    }

    @Test
    void keyWithAnotherSecretIsTakenOver() {
        List<PlatformKey> keys = keysThere();
        keys.set(0, new PlatformKey(keys.getFirst().accessKey(), Secret.of("changed there")));

        assertThat(run(true).findings()).containsExactly(finding(Difference.KEY_MISSING, true));

        assertThat(run(false).findings()).isEmpty();
    }

    @Test
    void unknownKeyIsReportedAndStays() {
        node.memoryPlatform.createKey(node.platform.id(), counterpart);

        assertThat(run(true).findings()).containsExactly(finding(Difference.KEYS_UNKNOWN, false));

        assertThat(keysThere()).hasSize(2);
    }

    @Test
    void lostUserIsMadeAnewUnderItsIdWithAKey() {
        node.memoryPlatform.users.remove(user.id().toString());
        node.memoryPlatform.keys.remove(counterpart);

        assertThat(run(false).findings()).containsExactly(finding(Difference.USER_MISSING, false));
        assertThat(run(true).findings())
                .containsExactly(finding(Difference.USER_MISSING, true), finding(Difference.KEY_MISSING, true));

        assertThat(run(false).findings()).isEmpty();
    }

    @Test
    void interruptedUserIsReported() {
        User draft = node.users.claim(
                tenant.id(),
                new User(
                        new UserId(UUID.randomUUID()),
                        tenant.id(),
                        "halfway",
                        Role.TENANT_USER,
                        Status.ACTIVE,
                        new CanonicalId("b".repeat(64)),
                        Instant.EPOCH),
                null);

        assertThat(run(true).findings())
                .containsExactly(new Finding(tenant.id(), draft.id(), Difference.UNFINISHED, false));
    }

    @Test
    void everyUserIsOnOnePage() {
        for (int i = 0; i < 7; i++) {
            node.provisioning.createUser(tenant.id(), "user-" + i, Role.TENANT_USER);
        }
        node.memoryPlatform.active.replaceAll((id, active) -> false);
        node.memoryPlatform.users.values().forEach(id -> node.memoryPlatform.active.put(id, false));

        List<Finding> found = new ArrayList<>();
        int checked = 0;
        UserId after = null;
        do {
            Report page = reconciliation().run(after, 3, false);
            checked += page.checked();
            found.addAll(page.findings());
            after = page.next();
        } while (after != null);

        assertThat(checked).isEqualTo(8);
        assertThat(found).hasSize(8).doesNotHaveDuplicates();
    }

    @Test
    void oneNodeAtATimeDoesIt() {
        try (StoreFixture other = new StoreFixture(StoreFixture.options(target), node.keyring)) {
            AdvisoryLocks locks = new AdvisoryLocks(other.database);

            locks.alone("reconciliation", () -> {
                assertThatThrownBy(() -> run(true))
                        .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                                .isInstanceOf(Failure.Busy.class));
                return true;
            });

            assertThat(run(true).checked()).isEqualTo(1);
        }
    }

    @Test
    void sharedPlatformTenantKeepsItsTenantsApart() {
        node.memoryPlatform.tenants.put("there before", new PlatformTenantId("shared"));
        var shared = new PlatformTenantId("shared");
        Tenant one = node.provisioning.adoptTenant("one", node.platform.id(), shared);
        Tenant two = node.provisioning.adoptTenant("two", node.platform.id(), shared);
        User ann =
                node.provisioning.createUser(one.id(), "ann", Role.TENANT_USER).user();
        User bob =
                node.provisioning.createUser(two.id(), "ann", Role.TENANT_USER).user();

        assertThat(node.tenants.counterpart(one.id())).isEqualTo(node.tenants.counterpart(two.id()));
        assertThat(node.users.counterpart(one.id(), ann.id())).isNotEqualTo(node.users.counterpart(two.id(), bob.id()));
        assertThat(node.users.find(two.id(), ann.id())).isEmpty();
    }

    @Test
    void platformTenantThatWeMadeIsNeverSharedAndOneThatIsSharedNeverOurs() {
        var own = node.tenants.counterpart(tenant.id());
        assertRefused(() -> node.provisioning.adoptTenant("squatter", node.platform.id(), own));
        assertThat(node.tenants.findByName("squatter")).isEmpty();
        assertRefused(
                () -> node.provisioning.adoptTenant("dreamer", node.platform.id(), new PlatformTenantId("missing")));

        // A user whose creation was interrupted before it was recorded, and who was adopted meanwhile.
        var lost = new PlatformTenantId("lost");
        node.memoryPlatform.tenants.put("lost", lost);
        Tenant begun = node.tenants.claim(new Tenant(
                new TenantId(UUID.randomUUID()),
                "begun",
                Status.ACTIVE,
                node.platform.id(),
                new CanonicalId("c".repeat(64)),
                Instant.EPOCH,
                ImpersonationPolicy.FULL_PERMISSION,
                ProviderAccess.ALLOW));
        node.provisioning.adoptTenant("adopter", node.platform.id(), lost);
        assertRefused(() -> node.tenants.finish(begun.id(), new PlatformTenant(lost, "lost")));
    }

    private static void assertRefused(ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isInstanceOf(Failure.Invalid.class));
    }

    private List<PlatformKey> keysThere() {
        return Objects.requireNonNull(node.memoryPlatform.keys.get(counterpart));
    }

    private Finding finding(Difference drift, boolean isRepaired) {
        return new Finding(tenant.id(), user.id(), drift, isRepaired);
    }

    private Report run(boolean repair) {
        return reconciliation().run(null, 100, repair);
    }

    private Reconciliation reconciliation() {
        return reconciliation(node.memoryPlatform);
    }

    private Reconciliation reconciliation(PlatformAdministration platform) {
        return node.reconciliation(platform);
    }
}
