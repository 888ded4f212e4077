package dev.ose.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.aws.AwsPlatformConfig.Accounts;
import dev.ose.testkit.MotoFixture;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What AWS documents and moto does not do, by answers that are written from the documents, in front of moto. */
class AwsAnswersTest {

    @RegisterExtension
    static final MotoFixture MOTO = new MotoFixture();

    private static final String JSON = "application/x-amz-json-1.1";

    private final Queue<Duration> pauses = new ConcurrentLinkedQueue<>();
    private AwsTestSite site;

    @BeforeEach
    void reach() {
        site = AwsTestSite.at(MOTO.server());
    }

    @Test
    void throttledCallsAreSentAgainAfterTheTimeThatAwsAsksFor() {
        try (AwsRelay relay = first(
                        2,
                        request -> request.contains("Action=CreateUser"),
                        AwsRelay.refusal(400, "Throttling", "Retry-After: 3"));
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            PlatformUser user = user(platform);

            assertThat(platform.findUser(user.id())).contains(user);
        }
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(3));
    }

    @Test
    void throttlingThatDoesNotEndIsReportedAsNotDone() {
        AtomicInteger sent = new AtomicInteger();
        try (AwsRelay relay = AwsRelay.to(site.endpoint(), request -> {
                    if (request.contains("Action=CreateUser")) {
                        sent.incrementAndGet();
                        return AwsRelay.refusal(400, "Throttling");
                    }
                    return AwsRelay.PASS;
                });
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            assertThatThrownBy(() -> user(platform)).satisfies(kind(Kind.UNAVAILABLE));
        }
        assertThat(sent).hasValue(5);
        assertThat(List.copyOf(pauses)).isSorted().hasSize(4);
    }

    @Test
    void readThatAwsFailsToAnswerIsSentAgainAndAChangeIsNot() {
        Script reads = new Script(2, AwsRelay.s3Refusal(500, "InternalError")) {
            @Override
            boolean concerns(String request) {
                return request.startsWith("GET /" + AwsTestSite.REGISTRY);
            }
        };
        AtomicInteger changes = new AtomicInteger();
        AwsRelay.Script script = request -> {
            if (request.contains("Action=CreateUser")) {
                changes.incrementAndGet();
                return AwsRelay.refusal(500, "ServiceFailure");
            }
            return reads.answer(request);
        };
        try (AwsRelay relay = AwsRelay.to(site.endpoint(), script);
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            assertThatThrownBy(() -> user(platform)).satisfies(kind(Kind.OUTCOME_UNKNOWN));
        }
        assertThat(pauses).hasSize(2);
        assertThat(changes).hasValue(1);
    }

    @Test
    void slowDownOfS3AndTooManyRequestsOfOrganizationsAreThrottling() {
        Queue<String> answers = new ConcurrentLinkedQueue<>(List.of(
                AwsRelay.s3Refusal(503, "SlowDown"),
                AwsRelay.answer(400, JSON, "{\"__type\":\"TooManyRequestsException\",\"Message\":\"m\"}")));
        try (AwsRelay relay = AwsRelay.to(site.endpoint(), request -> {
                    boolean isNext = answers.size() == 2
                            ? request.startsWith("GET /" + AwsTestSite.REGISTRY)
                            : request.contains("ListAccounts");
                    return isNext && !answers.isEmpty() ? answers.remove() : AwsRelay.PASS;
                });
                StoragePlatform platform = open(AwsTestSite.create(), relay)) {
            tenant(platform);
        }
        assertThat(answers).isEmpty();
        assertThat(pauses).hasSize(2);
    }

    @Test
    void userWhomIamDoesNotKnowYetIsWaitedFor() {
        try (AwsRelay relay = first(
                        3, request -> request.contains("Action=PutUserPolicy"), AwsRelay.refusal(404, "NoSuchEntity"));
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            assertThat(user(platform).active()).isTrue();
        }
        assertThat(pauses).hasSize(3);
    }

    @Test
    void keyIsGivenOutOnceS3KnowsIt() {
        try (AwsRelay relay = first(
                        2, request -> request.startsWith("GET / "), AwsRelay.s3Refusal(403, "InvalidAccessKeyId"));
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            PlatformUser user = user(platform);
            PlatformKey key = platform.createKey(user.id());

            assertThat(platform.listKeys(user.id())).containsExactly(key);
        }
        assertThat(pauses).hasSize(2);
    }

    @Test
    void admissionEndsOnceThePolicyOpensTheBucket() {
        String bucket = "later-" + UUID.randomUUID();
        try (AwsRelay relay = AwsRelay.to(site.endpoint(), new Script(2, AwsRelay.s3Refusal(403, "AccessDenied")) {
                    // The administrator looks first.
                    private final AtomicInteger looks = new AtomicInteger();

                    @Override
                    boolean concerns(String request) {
                        return request.startsWith("GET /" + bucket) && looks.incrementAndGet() > 1;
                    }
                });
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            PlatformUser user = user(platform);
            platform.createKey(user.id());
            platform.admitToBucket(user.id(), bucket);
        }
        assertThat(pauses).hasSize(2);
    }

    @Test
    void accountThatIsBeingCreatedIsPolledAndLeftToTheNextCall() {
        String status = "{\"CreateAccountStatus\":{\"Id\":\"car-examplecreateaccountrequestid111\","
                + "\"AccountName\":\"n\",\"State\":\"IN_PROGRESS\"}}";
        TenantRequest tenant = new TenantRequest(UUID.randomUUID().toString(), "tenant");
        AtomicInteger orders = new AtomicInteger();
        AwsRelay.Script script = request -> {
            if (request.contains(".CreateAccount\r\n")) {
                orders.incrementAndGet();
                return AwsRelay.answer(200, JSON, status);
            }
            return request.contains("DescribeCreateAccountStatus") ? AwsRelay.answer(200, JSON, status) : AwsRelay.PASS;
        };
        try (AwsRelay relay = AwsRelay.to(site.endpoint(), script);
                StoragePlatform platform = open(AwsTestSite.create(), relay)) {
            assertThatThrownBy(() -> platform.createTenant(tenant)).satisfies(kind(Kind.OUTCOME_UNKNOWN));
            assertThatThrownBy(() -> platform.createTenant(tenant)).satisfies(kind(Kind.OUTCOME_UNKNOWN));
            assertThat(platform.findTenant(AwsNames.tenant(tenant.externalId())))
                    .isEmpty();
        }
        assertThat(orders).hasValue(1);
    }

    @Test
    void accountThatWasNotCreatedIsReportedWithItsReasonAndOrderedAnew() {
        String failed = "{\"CreateAccountStatus\":{\"Id\":\"car-examplecreateaccountrequestid111\","
                + "\"State\":\"FAILED\",\"FailureReason\":\"ACCOUNT_LIMIT_EXCEEDED\"}}";
        TenantRequest tenant = new TenantRequest(UUID.randomUUID().toString(), "tenant");
        try (AwsRelay relay = first(
                        2,
                        request -> request.contains("CreateAccount\r\n")
                                || request.contains("DescribeCreateAccountStatus"),
                        AwsRelay.answer(200, JSON, failed));
                StoragePlatform platform = open(AwsTestSite.create(), relay)) {
            assertThatThrownBy(() -> platform.createTenant(tenant))
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("ACCOUNT_LIMIT_EXCEEDED");

            assertThat(platform.createTenant(tenant).name()).isEqualTo("tenant");
        }
    }

    @Test
    void userBeyondTheQuotaOfAnAccountIsRejected() {
        try (AwsRelay relay = first(
                        1, request -> request.contains("Action=CreateUser"), AwsRelay.refusal(409, "LimitExceeded"));
                StoragePlatform platform = open(AwsTestSite.share(), relay)) {
            assertThatThrownBy(() -> user(platform))
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("quota");
        }
    }

    @Test
    void roleThatCannotBeAssumedYetIsTriedAgain() {
        try (AwsRelay relay = first(
                        2, request -> request.contains("Action=AssumeRole"), AwsRelay.refusal(403, "AccessDenied"));
                StoragePlatform platform = open(AwsTestSite.create(), relay)) {
            tenant(platform);
        }
        assertThat(pauses).hasSize(2);
    }

    /** Gives an answer to some requests, as often as said, and then none. */
    private abstract static class Script implements AwsRelay.Script {

        private final AtomicInteger left;
        private final String answer;

        Script(int times, String answer) {
            this.left = new AtomicInteger(times);
            this.answer = answer;
        }

        abstract boolean concerns(String request);

        @Override
        public String answer(String request) {
            return concerns(request) && left.getAndDecrement() > 0 ? answer : AwsRelay.PASS;
        }
    }

    private AwsRelay first(int times, Predicate<String> condition, String answer) {
        return AwsRelay.to(site.endpoint(), new Script(times, answer) {
            @Override
            boolean concerns(String request) {
                return condition.test(request);
            }
        });
    }

    private StoragePlatform open(Accounts accounts, AwsRelay relay) {
        AwsPatience patience = new AwsPatience(Duration.ofSeconds(20), pauses::add);
        return site.open(accounts, relay.endpoint(), patience, Clock.systemUTC());
    }

    private static PlatformTenant tenant(StoragePlatform platform) {
        return platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    private static PlatformUser user(StoragePlatform platform) {
        return platform.createUser(new UserRequest(tenant(platform).id(), "user", "user"));
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return failure -> assertThat(failure)
                .isInstanceOfSatisfying(PlatformException.class, refusal -> assertThat(refusal.kind())
                        .isEqualTo(kind));
    }
}
