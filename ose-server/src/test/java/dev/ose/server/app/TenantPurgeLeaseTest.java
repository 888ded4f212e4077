package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.job.JobParts;
import dev.ose.server.job.JobRequests;
import dev.ose.server.job.TenantPurgeParts;
import dev.ose.server.job.TenantPurgeRunner;
import dev.ose.server.job.TenantPurgeStore;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Removals of tenants of which a step takes longer than a lease. */
@Timeout(120)
class TenantPurgeLeaseTest extends OnJobNode {

    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final TenantPurgeRunner.Times SHORT =
            new TenantPurgeRunner.Times(LEASE, Duration.ofMillis(100), Duration.ofSeconds(2));

    private CountDownLatch begun = new CountDownLatch(1);
    private CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger deletions = new AtomicInteger();

    /** The removals are left to the tests. */
    @BeforeAll
    void stopTheNodesOwn() {
        node.bean(TenantPurgeRunner.class).close();
    }

    @BeforeEach
    void order() throws Exception {
        begun = new CountDownLatch(1);
        goesOn = new CountDownLatch(1);
        deletions.set(0);
        withUser(user -> user.ok("PUT", '/' + bucket + "/old", "", "old"));
        node.post(house.tenant() + "/disable", "");
        startAgain();
    }

    @AfterEach
    void goOn() {
        goesOn.countDown();
    }

    private void startAgain() throws Exception {
        String name = AdminNode.json(node.get(house.tenant())).get("name").asString();
        assertThat(node.post(house.tenant() + "/purge", "{\"name\":\"" + name + "\"}")
                        .statusCode())
                .isEqualTo(202);
    }

    private void cancel() throws Exception {
        assertThat(node.send("DELETE", house.tenant() + "/purge", "", node.admin())
                        .statusCode())
                .isEqualTo(200);
    }

    private int enable() throws Exception {
        return node.post(house.tenant() + "/enable", "").statusCode();
    }

    private TenantPurgeRunner purges(JobRequests requests) {
        TenantPurgeParts parts = node.bean(TenantPurgeParts.class);
        return TenantPurgeRunner.start(
                RecordedJobs.jobs(),
                node.bean(TenantPurgeStore.class),
                new TenantPurgeParts(
                        parts.jobs().with(requests),
                        parts.owners(),
                        parts.authorizer(),
                        parts.removals(),
                        parts.deletion()),
                SHORT);
    }

    /** A node whose requests of this name take until the test goes on. */
    private TenantPurgeRunner slowIn(String name) {
        JobRequests real = node.bean(JobParts.class).requests();
        Object slow = Proxy.newProxyInstance(
                JobRequests.class.getClassLoader(), new Class<?>[] {JobRequests.class}, (_, method, arguments) -> {
                    if (method.getName().equals("delete")) {
                        deletions.incrementAndGet();
                    }
                    if (method.getName().equals(name)) {
                        begun.countDown();
                        assertThat(goesOn.await(1, TimeUnit.MINUTES)).isTrue();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return purges((JobRequests) slow);
    }

    private void awaitBegin() throws InterruptedException {
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    }

    /** What a user of the enabled tenant writes would be deleted by the step. */
    @Test
    void tenantIsNotEnabledDuringAStepThatOutlastsItsLease() throws Exception {
        try (TenantPurgeRunner _ = slowIn("delete")) {
            awaitBegin();
            cancel();

            await().during(LEASE.multipliedBy(2)).atMost(LONG).until(() -> enable() == 409);
            goesOn.countDown();
            await().atMost(LONG).until(() -> enable() == 200);
        }
        withUser(user -> user.ok("PUT", '/' + bucket + "/new", "", "new"));
    }

    @Test
    void noOtherNodeBeginsAStepThatOutlastsItsLease() throws Exception {
        try (TenantPurgeRunner _ = slowIn("delete")) {
            awaitBegin();
            try (TenantPurgeRunner _ = slowIn("delete")) {
                await().during(LEASE.multipliedBy(2)).atMost(LONG).until(() -> deletions.get() == 1);
            }
            goesOn.countDown();
            await().atMost(LONG).until(() -> node.get(house.tenant()).statusCode() == 404);
        }
    }

    /** The node of the first order is still at work. */
    @Test
    void removalThatIsStoppedAndOrderedAgainIsNotBegunTwice() throws Exception {
        try (TenantPurgeRunner _ = slowIn("delete")) {
            awaitBegin();
            cancel();
            startAgain();
            try (TenantPurgeRunner _ = slowIn("delete")) {
                await().during(LEASE).atMost(LONG).until(() -> deletions.get() == 1);
            }
            cancel();

            assertThat(enable()).isEqualTo(409);
            goesOn.countDown();
            await().atMost(LONG).until(() -> enable() == 200);
        }
    }

    /** A node that was frozen for longer than its lease. */
    @Test
    void nothingIsDeletedAfterAnotherNodeHasTakenTheRemoval() throws Exception {
        try (TenantPurgeRunner _ = slowIn("listVersions")) {
            awaitBegin();
            cancel();
            node.database().update("UPDATE tenant_purge SET lease = lease + 1, due_at = now()");
            assertThat(enable()).isEqualTo(200);
            withUser(user -> user.ok("PUT", '/' + bucket + "/old", "", "new"));
            await().during(SHORT.trust()).atMost(LONG).until(() -> deletions.get() == 0);
            goesOn.countDown();
        }

        assertThat(deletions.get()).isZero();
        withUser(user ->
                assertThat(user.ok("GET", '/' + bucket + "/old", "", "")).isEqualTo("new"));
    }
}
