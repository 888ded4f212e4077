package dev.ose.server.iam.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.database.FaultInjector;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Concurrent first tokens, on several nodes, with crashes and without a platform. */
class NewUserRaceTest extends NewUserFixture {

    @Test
    void oneSubjectOnTwoNodesAtOnceIsOneUser() throws Exception {
        try (StoreFixture other = new StoreFixture(StoreFixture.options(POSTGRES.database()), node.keyring)) {
            IamApi there = api(other);
            String token = token("s-1", "zoe");
            List<IamAnswer> answers = atOnce(List.of(
                    () -> assume(iam, "10.0.0.1", arn(tenant, "zoe"), token, ""),
                    () -> assume(there, "10.0.0.1", arn(tenant, "zoe"), token, ""),
                    () -> assume(iam, "10.0.0.2", arn(tenant, "zoe"), token, ""),
                    () -> assume(there, "10.0.0.2", arn(tenant, "zoe"), token, "")));

            assertThat(answers).extracting(IamAnswer::status).containsOnly(200);
        }
        assertIsWhole("zoe");
        assertThat(bound()).isEqualTo(1);
    }

    @Test
    void ofTwoWhoWantOneNameAtOnceOneGetsIt() throws Exception {
        String one = token("s-1", "zoe");
        String other = token("s-2", "zoe");

        List<IamAnswer> answers = atOnce(List.of(() -> assume("zoe", one), () -> assume("zoe", other)));

        assertThat(answers).extracting(IamAnswer::status).containsExactlyInAnyOrder(200, 409);
        assertIsWhole("zoe");
    }

    @Test
    void ofManyAtOnceNoMoreAreMadeThanTheProviderMay() throws Exception {
        providers.put(creating(tenant, 2));
        List<Callable<IamAnswer>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "u" + i;
            String token = token("s-" + i, name);
            String address = "10.0.0." + i;
            calls.add(() -> assume(address, arn(tenant, name), token, ""));
        }

        assertThat(atOnce(calls)).extracting(IamAnswer::status).containsExactlyInAnyOrder(200, 200, 409, 409);
        assertThat(bound()).isEqualTo(2);
    }

    private static List<IamAnswer> atOnce(List<Callable<IamAnswer>> calls) throws Exception {
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            List<IamAnswer> answers = new ArrayList<>();
            for (Future<IamAnswer> each : crowd.invokeAll(calls)) {
                answers.add(each.get());
            }
            return answers;
        }
    }

    @Test
    void userMadeWithCrashAtEveryStepHasNoTwin() throws Exception {
        providers.put(creating(tenant, 1000));
        for (int step = 0; ; step++) {
            String name = "user-" + step;
            String token = token("s-" + step, name);
            int before = node.memoryPlatform.users.size();
            FaultInjector.Fuse fuse = new FaultInjector.Fuse(step);
            IamApi dying = node.iam(jose, clock, node.dying(fuse), fuse.guard(FederatedUserStore.class, bindings));

            boolean survived = survives(dying, name, token);

            assertThat(assume(name, token).status()).as("after step " + step).isEqualTo(200);
            assertThat(node.memoryPlatform.users).hasSize(before + 1);
            assertIsWhole(name);
            if (survived) {
                assertThat(step).isGreaterThan(15);
                return;
            }
        }
    }

    private boolean survives(IamApi dying, String name, String token) {
        try {
            return assume(dying, "10.0.0.1", arn(tenant, name), token, "").status() == 200;
        } catch (FaultInjector died) {
            return false;
        }
    }

    @Test
    void unavailablePlatformLeavesNoUnfinishedUserAndKnownUsersGoOn() throws Exception {
        assertThat(assume("max", token("s-9", "max")).status()).isEqualTo(200);
        beforeCall = operation -> {
            throw new FailureException(new Failure.PlatformUnreachable("main"));
        };

        IamAnswer answer = assume("zoe", token("s-1", "zoe"));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.failure()).isEqualTo("ServiceUnavailable");
        assertThat(users()).isEqualTo(KNOWN + 1);
        assertThat(bound()).isEqualTo(1);
        assertThat(assume("max", token("s-9", "max")).status()).isEqualTo(200);
        beforeCall = operation -> {};
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isEqualTo(200);
        assertIsWhole("zoe");
    }

    @Test
    void platformThatGoesAwayBehindTheFirstStepMakesNoTwin() throws Exception {
        beforeCall = operation -> {
            if (!operation.equals("createUser")) {
                throw new FailureException(new Failure.PlatformUnreachable("main"));
            }
        };
        assertThat(assume("zoe", token("s-1", "zoe")).failure()).isEqualTo("ServiceUnavailable");
        assertThat(bound()).isEqualTo(1);

        beforeCall = operation -> {};
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isEqualTo(200);
        assertIsWhole("zoe");
        assertThat(node.memoryPlatform.users).hasSize(3);
    }

    /** The attempt that fails does not know what the other one has created. */
    @Test
    void attemptThatFailsBesideAnotherOneForgetsNothing() throws Exception {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        beforeCall = operation -> {
            if (operation.equals("createUser") && asked.incrementAndGet() == 1) {
                isAsked.countDown();
                awaitQuietly(mayFail);
                throw new FailureException(new Failure.PlatformUnreachable("main"));
            }
        };
        String token = token("s-1", "zoe");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<IamAnswer> first = threads.submit(() -> assume("10.0.0.1", arn(tenant, "zoe"), token, ""));
            awaitQuietly(isAsked);
            IamAnswer second = assume("10.0.0.2", arn(tenant, "zoe"), token, "");
            mayFail.countDown();

            assertThat(second.status()).as(second.xml()).isEqualTo(200);
            assertThat(first.get().failure()).isEqualTo("ServiceUnavailable");
        }
        assertIsWhole("zoe");
        assertThat(assume("zoe", token).status()).isEqualTo(200);
    }

    @Test
    void crowdThatWaitsForThePlatformDelaysNoOtherTenant() throws Exception {
        providers.put(creating(tenant, 1000));
        TenantId other = node.holder("o" + UUID.randomUUID()).tenant().id();
        providers.put(creating(other, 1000));
        assertThat(assume("max", token("s-9", "max")).status()).isEqualTo(200);
        CountDownLatch areAsked = new CountDownLatch(4);
        CountDownLatch answer = new CountDownLatch(1);
        beforeCall = operation -> {
            if (areAsked.getCount() > 0) {
                areAsked.countDown();
                awaitQuietly(answer);
            }
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<IamAnswer>> crowd = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "u" + i;
                String token = token("s-" + i, name);
                String address = "10.0.0." + i;
                crowd.add(threads.submit(() -> assume(address, arn(tenant, name), token, "")));
            }
            awaitQuietly(areAsked);

            assertThat(assume("u4", token("s-4", "u4")).failure()).isEqualTo("Throttling");
            assertThat(assume("max", token("s-9", "max")).status()).isEqualTo(200);
            assertThat(assume(arn(other, "zoe"), token("s-1", "zoe"), "").status())
                    .isEqualTo(200);
            answer.countDown();

            for (Future<IamAnswer> each : crowd) {
                assertThat(each.get().status()).isEqualTo(200);
            }
        }
        assertThat(assume("u4", token("s-4", "u4")).status()).isEqualTo(200);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One counterpart with one key, one reserved credential. */
    private void assertIsWhole(String name) {
        User user = made(name);
        assertThat(node.memoryPlatform.keys.get(
                        node.users.counterpart(tenant, user.id()).orElseThrow()))
                .hasSize(1);
        assertThat(node.credentials.list(tenant, user.id())).hasSize(1);
    }
}
