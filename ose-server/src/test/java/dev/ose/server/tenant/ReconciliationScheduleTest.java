package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.jdbc.JdbcPlatformStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.jdbc.JdbcReconciliationRuns;
import dev.ose.testkit.PostgresFixture;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The scheduled reconciliation, on several nodes. */
class ReconciliationScheduleTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LEASE = Duration.ofMinutes(1);

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;
    private static JdbcReconciliationRuns runs;

    private User ann;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
        runs = new JdbcReconciliationRuns(node.database);
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void makeOneThatDiffers() {
        reconciliation(node.memoryPlatform).run(null, 1000, true);
        TenantId tenant = node.holder("t" + UUID.randomUUID()).tenant().id();
        ann = node.provisioning.createUser(tenant, "ann", Role.TENANT_USER).user();
        node.memoryPlatform.setUserActive(
                node.platform.id(), node.users.counterpart(tenant, ann.id()).orElseThrow(), false);
        node.database.update(
                "UPDATE reconciliation_run SET started_at = NULL, finished_at = NULL, lease_until = now()");
    }

    @Test
    void allUsersAreComparedOnceAnIntervalAndTheOutcomeIsKept() throws Exception {
        ReconciliationSchedule schedule = schedule(node.memoryPlatform, false);

        schedule.runDue();
        schedule.runDue();

        ReconciliationRuns.Run run = runs.last().orElseThrow();
        assertThat(run.finishedAt()).isNotNull();
        assertThat(run.checked()).isEqualTo(schedule.checked()).isGreaterThanOrEqualTo(2);
        assertThat(run.found()).isEqualTo(schedule.found()).isEqualTo(1);
        assertThat(run.repaired()).isZero();

        makeDue();
        schedule(node.memoryPlatform, true).runDue();

        assertThat(runs.last().orElseThrow().repaired()).isEqualTo(1);
    }

    @Test
    void runIsOfOneNodeAndAnotherGoesOnBehindItsLastPage() {
        ReconciliationRuns.Claim first = runs.claim(DAY, LEASE).orElseThrow();
        assertThat(runs.claim(DAY, LEASE)).isEmpty();
        assertThat(runs.advance(first, new ReconciliationRuns.Page(7, 1, 0, ann.id(), Set.of(), 0), LEASE))
                .isTrue();

        // As if the node had died.
        node.database.update("UPDATE reconciliation_run SET lease_until = now()");
        ReconciliationRuns.Claim second = runs.claim(DAY, LEASE).orElseThrow();

        assertThat(second.after()).isEqualTo(ann.id());
        assertThat(runs.advance(first, new ReconciliationRuns.Page(7, 1, 0, null, Set.of(), 0), LEASE))
                .isFalse();
        assertThat(runs.advance(second, new ReconciliationRuns.Page(3, 0, 0, null, Set.of(), 0), LEASE))
                .isTrue();
        assertThat(runs.last().orElseThrow().checked()).isEqualTo(10);
        assertThat(runs.claim(DAY, LEASE)).isEmpty();
    }

    @Test
    void platformThatIsAwayIsWaitedForAndTheRunGoesOn() throws Exception {
        AtomicBoolean isAway = new AtomicBoolean(true);
        ReconciliationSchedule schedule = schedule(
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "findUser", () -> {
                    if (isAway.get()) {
                        throw new FailureException(new Failure.PlatformUnreachable("main"));
                    }
                }),
                false);

        schedule.runDue();

        assertThat(schedule.failures()).isEqualTo(1);
        assertThat(runs.last().orElseThrow().problem()).isEqualTo("PlatformUnreachable");
        assertThat(runs.claim(DAY, LEASE)).isEmpty();
        isAway.set(false);
        node.database.update("UPDATE reconciliation_run SET lease_until = now()");
        schedule.runDue();
        assertThat(runs.last().orElseThrow().problem()).isEmpty();
        assertThat(runs.last().orElseThrow().finishedAt()).isNotNull();
    }

    @Test
    void platformThatStaysAwayIsPassedOverAndAskedAgainByTheNextRun() throws Exception {
        Platform other = new JdbcPlatformStore(node.database).register("other", StoreFixture.info("embedded"));
        TenantId elsewhere = node.provisioning
                .createTenant("e" + UUID.randomUUID(), other.id())
                .id();
        User bob =
                node.provisioning.createUser(elsewhere, "bob", Role.TENANT_USER).user();
        node.memoryPlatform.setUserActive(
                other.id(), node.users.counterpart(elsewhere, bob.id()).orElseThrow(), false);
        PlatformAdministration away = awayFor(node.platform.id());
        ReconciliationSchedule schedule = schedule(away, true);
        schedule.runDue();
        assertThat(runs.last().orElseThrow().finishedAt()).isNull();

        node.database.update("UPDATE reconciliation_run SET lease_until = now(),"
                + " waiting_since = waiting_since - interval '61 minutes'");
        schedule.runDue();

        ReconciliationRuns.Run run = runs.last().orElseThrow();
        assertThat(run.finishedAt()).isNotNull();
        assertThat(run.skippedPlatforms()).containsExactly("main");
        assertThat(run.skipped()).isGreaterThanOrEqualTo(2);
        assertThat(run.checked()).isEqualTo(1);
        assertThat(run.repaired()).isEqualTo(1);

        makeDue();
        schedule(node.memoryPlatform, true).runDue();

        ReconciliationRuns.Run next = runs.last().orElseThrow();
        assertThat(next.skippedPlatforms()).isEmpty();
        assertThat(next.skipped()).isZero();
        assertThat(next.repaired()).isEqualTo(1);
    }

    @Test
    void nodeThatGoesOnWithARunDoesWithoutTheSamePlatforms() {
        ReconciliationRuns.Claim first = runs.claim(DAY, LEASE).orElseThrow();
        runs.advance(first, new ReconciliationRuns.Page(1, 0, 0, ann.id(), Set.of(node.platform.id()), 3), LEASE);
        runs.postpone(first, "PlatformUnreachable", Duration.ZERO);
        node.database.update("UPDATE reconciliation_run SET waiting_since = waiting_since - interval '1 minute'");
        runs.postpone(first, "PlatformUnreachable", Duration.ZERO);

        ReconciliationRuns.Claim second = runs.claim(DAY, LEASE).orElseThrow();

        assertThat(second.skippedPlatforms()).containsExactly(node.platform.id());
        assertThat(second.waited()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
        runs.advance(second, new ReconciliationRuns.Page(1, 0, 0, null, second.skippedPlatforms(), 2), LEASE);
        assertThat(runs.last().orElseThrow().skipped()).isEqualTo(5);
    }

    /** The platform does not answer any call. */
    private static PlatformAdministration awayFor(PlatformId platform) {
        return (PlatformAdministration) Proxy.newProxyInstance(
                ReconciliationScheduleTest.class.getClassLoader(),
                new Class<?>[] {PlatformAdministration.class},
                (proxy, method, arguments) -> {
                    if (arguments[0].equals(platform)) {
                        throw new FailureException(new Failure.PlatformUnreachable("main"));
                    }
                    return method.invoke(node.memoryPlatform, arguments);
                });
    }

    private static void makeDue() {
        node.database.update("UPDATE reconciliation_run SET started_at = started_at - interval '2 days'");
    }

    private static ReconciliationSchedule schedule(PlatformAdministration platform, boolean repair) {
        return new ReconciliationSchedule(
                RecordedJobs.jobs(), reconciliation(platform), runs, new ReconciliationSchedule.Pace(DAY, repair, 100));
    }

    private static Reconciliation reconciliation(PlatformAdministration platform) {
        return node.reconciliation(platform);
    }
}
