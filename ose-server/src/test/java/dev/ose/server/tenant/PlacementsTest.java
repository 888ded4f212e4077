package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.MemoryPlatform;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.tenant.jdbc.JdbcAccountDeletions;
import dev.ose.server.tenant.jdbc.JdbcPlacementStore;
import dev.ose.testkit.PostgresServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counterparts on a second platform are created, suspended, compared and deleted like those on the first. */
class PlacementsTest {

    private static PostgresServer server;

    private final MemoryPlatform far = new MemoryPlatform();
    private final AtomicBoolean isFarDown = new AtomicBoolean();
    private StoreFixture node;
    private PlacementStore rows;
    private PlatformAdministration both;
    private PlatformId second;
    private Tenant tenant;
    private User user;

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
        node = new StoreFixture(server.createMigrated());
        second = new JdbcPlatformStore(node.database)
                .register("second", StoreFixture.info("embedded"))
                .id();
        rows = new JdbcPlacementStore(node.database, node.keyring);
        both = routed();
        StoreFixture.Holder holder = node.holder("acme");
        tenant = holder.tenant();
        user = holder.made().user();
        rows.allow(tenant.id(), second, true);
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** The first platform in memory, and another one by its id. */
    private PlatformAdministration routed() {
        return (PlatformAdministration) Proxy.newProxyInstance(
                PlatformAdministration.class.getClassLoader(),
                new Class<?>[] {PlatformAdministration.class},
                (_, method, arguments) -> {
                    boolean isFar = arguments[0].equals(second);
                    if (isFar && isFarDown.get()) {
                        throw new FailureException(new Failure.PlatformUnreachable("second"));
                    }
                    try {
                        return method.invoke(isFar ? far : node.memoryPlatform, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Placements placements() {
        return new Placements(node.tenants, node.users, rows, both);
    }

    private PlatformUserId placed() {
        placements().place(tenant.id(), user.id(), second);
        return rows.counterpart(tenant.id(), user.id(), second).orElseThrow();
    }

    @Test
    void placedUserHasALoginOfItsOwnThere() {
        PlatformLogin login = placements().place(tenant.id(), user.id(), second);

        PlatformUserId there = rows.counterpart(tenant.id(), user.id(), second).orElseThrow();
        assertThat(login.endpoint().platform()).isEqualTo(second);
        assertThat(far.keys.get(there)).containsExactly(login.key());
        assertThat(far.tenants).containsOnlyKeys(tenant.id().toString());
        assertThat(placements().place(tenant.id(), user.id(), second)).isEqualTo(login);
        assertThat(rows.places(tenant.id())).containsExactly(new PlacementStore.Place(second, true, true));
    }

    @Test
    void userPlacedWithCrashAtEveryStepHasNoTwin() {
        for (int step = 0; ; step++) {
            StoreFixture.Holder holder = node.holder("crash-" + step);
            TenantId crashed = holder.tenant().id();
            UserId owner = holder.made().user().id();
            rows.allow(crashed, second, true);
            int tenants = far.tenants.size();
            int users = far.users.size();
            FaultInjector.Fuse fuse = new FaultInjector.Fuse(step);

            boolean hasSurvived = survives(() -> new Placements(
                            node.tenants,
                            node.users,
                            fuse.guard(PlacementStore.class, rows),
                            fuse.guard(PlatformAdministration.class, both))
                    .place(crashed, owner, second));
            PlatformLogin login = placements().place(crashed, owner, second);

            assertThat(far.tenants).hasSize(tenants + 1);
            assertThat(far.users).hasSize(users + 1);
            assertThat(far.keys.get(rows.counterpart(crashed, owner, second).orElseThrow()))
                    .containsExactly(login.key());
            if (hasSurvived) {
                assertThat(step).isGreaterThan(15);
                return;
            }
        }
    }

    private static boolean survives(Runnable action) {
        try {
            action.run();
            return true;
        } catch (FaultInjector died) {
            return false;
        }
    }

    @Test
    void tenantIsPlacedOnlyWhereItMayBe() {
        StoreFixture.Holder other = node.holder("other");
        TenantId stranger = other.tenant().id();

        assertFails(() -> placements().place(stranger, other.made().user().id(), second), Failure.NotFound.class);
        assertThat(far.tenants).isEmpty();
        assertFails(() -> rows.allow(tenant.id(), tenant.platform(), true), Failure.Invalid.class);
        assertFails(() -> placements().place(stranger, user.id(), second), Failure.NotFound.class);
    }

    @Test
    void tenantIsAllowedNoPlatformWhileNodesOfSeveralVersionsAreAlive() {
        TenantId other = node.holder("other").tenant().id();
        NodeTable earlier = new JdbcNodeTable(node.database, "0.1.0");
        int upgraded = earlier.register("a");
        new JdbcNodeTable(node.database, "0.2.0").register("b");

        assertThatThrownBy(() -> rows.allow(other, second, true))
                .isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                        .isEqualTo(new Failure.VersionsDiffer(List.of("a (0.1.0)", "b (0.2.0)"))));
        assertThat(rows.places(other)).isEmpty();
        rows.allow(tenant.id(), second, false);
        assertThat(rows.places(tenant.id())).isEmpty();

        earlier.leave(upgraded, true);
        rows.allow(other, second, true);
        assertThat(rows.isAllowed(other, second)).isTrue();
    }

    @Test
    void forbiddenPlatformKeepsWhatIsThere() {
        PlatformLogin login = placements().place(tenant.id(), user.id(), second);

        rows.allow(tenant.id(), second, false);

        assertThat(placements().isAllowed(tenant, second)).isFalse();
        assertThat(rows.login(tenant.id(), user.id(), second)).contains(login);
        assertThat(rows.places(tenant.id())).containsExactly(new PlacementStore.Place(second, false, true));
    }

    @Test
    void suspensionReachesAllPlatformsThatAnswer() {
        PlatformUserId there = placed();
        PlatformUserId here = node.users.counterpart(tenant.id(), user.id()).orElseThrow();
        Provisioning provisioning = node.provisioning(both);

        provisioning.disableUser(tenant.id(), user.id());
        assertThat(far.active).containsEntry(there, false);
        assertThat(node.memoryPlatform.active).containsEntry(here, false);

        provisioning.enableUser(tenant.id(), user.id());
        assertThat(far.active).containsEntry(there, true);

        isFarDown.set(true);
        assertFails(() -> provisioning.disableUser(tenant.id(), user.id()), Failure.PlatformUnreachable.class);
        assertThat(node.memoryPlatform.active).containsEntry(here, false);
        isFarDown.set(false);
        assertThat(far.active).containsEntry(there, true);
        assertThat(node.reconciliation(both).run(null, 10, true).findings())
                .extracting(Reconciliation.Finding::drift)
                .containsExactly(Difference.STATUS_DIFFERS);
        assertThat(far.active).containsEntry(there, false);
    }

    @Test
    void userThatIsSuspendedWhileItIsPlacedIsSuspendedThere() {
        PlatformAdministration slow =
                InterceptingProxy.before(PlatformAdministration.class, both, "createUser", () -> node.provisioning(both)
                        .disableUser(tenant.id(), user.id()));

        new Placements(node.tenants, node.users, rows, slow).place(tenant.id(), user.id(), second);

        PlatformUserId there = rows.counterpart(tenant.id(), user.id(), second).orElseThrow();
        assertThat(far.active).containsEntry(there, false);
    }

    @Test
    void lostKeyIsReplacedOnItsPlatformAlone() {
        PlatformUserId there = placed();
        PlatformUserId here = node.users.counterpart(tenant.id(), user.id()).orElseThrow();
        List<PlatformKey> before = List.copyOf(Objects.requireNonNull(node.memoryPlatform.keys.get(here)));
        far.keys.remove(there);

        assertThat(node.reconciliation(both).run(null, 10, true).findings())
                .extracting(Reconciliation.Finding::drift)
                .containsExactly(Difference.KEY_MISSING);

        assertThat(far.keys.get(there))
                .containsExactly(
                        rows.login(tenant.id(), user.id(), second).orElseThrow().key());
        assertThat(node.memoryPlatform.keys.get(here)).isEqualTo(before);
        assertThat(node.reconciliation(both).run(null, 10, true).findings()).isEmpty();
    }

    /** The suspension has not reached a counterpart that was not recorded yet, and the call that recorded it died. */
    @Test
    void reconciliationSuspendsCounterpartsWhoseCreationDied() {
        for (int step = 0; ; step++) {
            StoreFixture.Holder holder = node.holder("suspended-" + step);
            TenantId crashed = holder.tenant().id();
            UserId owner = holder.made().user().id();
            rows.allow(crashed, second, true);
            PlatformAdministration slow = InterceptingProxy.before(
                    PlatformAdministration.class, both, "createUser", () -> node.provisioning(both)
                            .disableUser(crashed, owner));
            FaultInjector.Fuse fuse = new FaultInjector.Fuse(step);

            boolean hasSurvived = survives(() -> new Placements(
                            node.tenants,
                            node.users,
                            fuse.guard(PlacementStore.class, rows),
                            fuse.guard(PlatformAdministration.class, slow))
                    .place(crashed, owner, second));
            node.reconciliation(both).run(null, 100, true);

            Status status = node.users.find(crashed, owner).orElseThrow().status();
            rows.counterpart(crashed, owner, second).ifPresent(there -> assertThat(far.active.getOrDefault(there, true))
                    .isEqualTo(status == Status.ACTIVE));
            if (hasSurvived) {
                assertThat(status).isEqualTo(Status.DISABLED);
                return;
            }
        }
    }

    @Test
    void ownerOfABucketSignsWithTheKeyOfItsPlatform() {
        PlatformLogin login = placements().place(tenant.id(), user.id(), second);
        BucketClaim claim = node.buckets.claim(tenant.id(), user.id(), second, new BucketName("archive"), "far-1");
        node.buckets.confirm(tenant.id(), user.id(), claim.bucket());

        Bucket bucket = node.listBuckets(tenant.id(), "archive", 1).getFirst();
        assertThat(bucket.endpoint()).isEqualTo(login.endpoint());
        assertThat(node.bean(BucketOwners.class).find(claim.bucket()))
                .hasValueSatisfying(owner -> assertThat(owner.key()).isEqualTo(login.key()));
    }

    @Test
    void deletionIsDoneOnlyOnceAllPlatformsHaveDone() {
        PlatformUserId there = placed();
        PlatformUserId here = node.users.counterpart(tenant.id(), user.id()).orElseThrow();
        isFarDown.set(true);
        AccountDeletion deletion = node.removal(both);
        assertFails(() -> deletion.removeUser(tenant.id(), user.id()), Failure.PlatformUnreachable.class);
        assertThat(node.users.find(tenant.id(), user.id())).isPresent();

        isFarDown.set(false);
        survives(2, 20, step -> {
            FaultInjector.Fuse fuse = new FaultInjector.Fuse(step);
            node.removal(
                            fuse.guard(PlatformAdministration.class, both),
                            fuse.guard(AccountDeletionStore.class, new JdbcAccountDeletions(node.database)))
                    .removeUser(tenant.id(), user.id());
        });

        assertThat(far.keys).doesNotContainKey(there);
        assertThat(far.active).containsEntry(there, false);
        assertThat(node.memoryPlatform.keys).doesNotContainKey(here);
        assertThat(count("user_platform")).isZero();
        assertFails(() -> deletion.removeUser(tenant.id(), user.id()), Failure.NotFound.class);
    }

    /** Runs until a run survives, each with a crash one step later. */
    private static void survives(int from, int most, IntConsumer run) {
        for (int step = from; step < most; step++) {
            int now = step;
            if (survives(() -> run.accept(now))) {
                return;
            }
        }
        throw new AssertionError("no run survives");
    }

    @Test
    void reconciliationCompletesADeletionOnAllPlatforms() {
        PlatformUserId there = placed();
        PlatformAdministration dying =
                InterceptingProxy.before(PlatformAdministration.class, both, "retireUser", () -> {
                    throw new FailureException(new Failure.PlatformUnreachable("second"));
                });
        assertFails(() -> node.removal(dying).removeUser(tenant.id(), user.id()), Failure.PlatformUnreachable.class);
        assertThat(far.keys).containsKey(there);

        assertThat(node.reconciliation(both).run(null, 10, true).findings())
                .extracting(Reconciliation.Finding::drift)
                .containsExactly(Difference.REMOVAL_UNFINISHED);

        assertThat(far.keys).doesNotContainKey(there);
        assertThat(count("user_platform")).isZero();
        assertThat(count("tenant_user")).isZero();
    }

    @Test
    void platformThatIsAwayHoldsUpNoDeletionOnTheOther() {
        PlatformUserId there = placed();
        PlatformUserId here = node.users.counterpart(tenant.id(), user.id()).orElseThrow();
        PlatformAdministration dying =
                InterceptingProxy.before(PlatformAdministration.class, both, "retireUser", () -> isFarDown.set(true));

        assertFails(() -> node.removal(dying).removeUser(tenant.id(), user.id()), Failure.PlatformUnreachable.class);

        assertThat(node.memoryPlatform.keys).doesNotContainKey(here);
        assertThat(far.keys).containsKey(there);
        Reconciliation.Part part =
                node.reconciliation(both).run(null, 10, true, new Reconciliation.Without(Set.of(), true));
        assertThat(part.skippedPlatforms()).isEmpty();
        assertThat(part.report().findings())
                .containsExactly(
                        new Reconciliation.Finding(tenant.id(), user.id(), Difference.REMOVAL_UNFINISHED, false));
        isFarDown.set(false);
        assertThat(node.reconciliation(both).run(null, 10, true).findings())
                .containsExactly(
                        new Reconciliation.Finding(tenant.id(), user.id(), Difference.REMOVAL_UNFINISHED, true));
        assertThat(far.keys).doesNotContainKey(there);
    }

    @Test
    void deletedTenantIsDeletedOnAllPlatforms() {
        placed();
        node.removal(both).removeUser(tenant.id(), user.id());

        isFarDown.set(true);
        node.removal(both).removeTenant(tenant.id());
        assertThat(node.events).hasAtLeastOneElementOfType(OperatorEvent.TenantLeft.class);
        assertThat(node.memoryPlatform.tenants).doesNotContainKey(tenant.id().toString());
        assertThat(count("tenant_platform")).isZero();
    }

    @Test
    void counterpartOfATenantThatWasNotRecordedIsDeletedWithIt() {
        PlacementStore dying = InterceptingProxy.before(PlacementStore.class, rows, "finishTenant", () -> {
            throw new FailureException(new Failure.MetadataUnavailable());
        });
        assertFails(
                () -> new Placements(node.tenants, node.users, dying, both).place(tenant.id(), user.id(), second),
                Failure.MetadataUnavailable.class);
        assertThat(far.tenants).hasSize(1);
        node.removal(both).removeUser(tenant.id(), user.id());

        node.removal(both).removeTenant(tenant.id());

        assertThat(far.tenants).isEmpty();
    }

    @Test
    void counterpartOfATenantThatIsDeletedWhileItIsPlacedIsDeleted() {
        AccountDeletion deletion = node.removal(both);
        PlatformAdministration slow =
                InterceptingProxy.before(PlatformAdministration.class, both, "createTenant", () -> {
                    deletion.removeUser(tenant.id(), user.id());
                    deletion.removeTenant(tenant.id());
                });

        assertFails(
                () -> new Placements(node.tenants, node.users, rows, slow).place(tenant.id(), user.id(), second),
                Failure.NotFound.class);

        assertThat(far.tenants).isEmpty();
    }

    private long count(String table) {
        return node.database
                .first("SELECT count(*) FROM " + table + " WHERE tenant_id = ?", row -> row.getLong(1), tenant.id())
                .orElseThrow();
    }

    private static void assertFails(ThrowingCallable call, Class<? extends Failure> why) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isInstanceOf(why));
    }
}
