package dev.ose.server.iam.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamApi;
import dev.ose.server.iam.IamParameters;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.LoopbackIssuer;
import dev.ose.testkit.RsaKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions by tokens of a real issuer on loopback. */
class WebIdentityTest extends WebIdentityFixture {

    private static final String[] UNTOLD = {"InvalidIdentityToken", "IDPCommunicationError"};

    @Test
    void tokenOpensASessionOfItsUser() throws Exception {
        IamAnswer answer = assume("ann", issuer.token(claims().build()));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.xml())
                .contains(
                        "<AssumeRoleWithWebIdentityResult>",
                        "<SubjectFromWebIdentityToken>ann</SubjectFromWebIdentityToken>",
                        "<Audience>ose</Audience>",
                        "<Arn>arn:aws:iam::" + tenant + ":user/ann/session</Arn>",
                        "<SessionToken>");
        assertThat(node.credentialStore.countSessions(tenant, ann, null).all()).isEqualTo(1);
    }

    @Test
    void keysAreFoundWhereTheProviderSaysToo() throws Exception {
        providers.put(provider(URI.create(issuer.name() + "/keys"), "sub", Map.of()));

        assertThat(assume("ann", issuer.ellipticToken(claims().build())).status())
                .isEqualTo(200);
        assertThat(assume("ann", issuer.token(claims().build())).status()).isEqualTo(200);
        assertThat(issuer.asked()).isEqualTo(1);
    }

    @Test
    void minuteOfDifferenceBetweenClocksIsForgiven() throws Exception {
        assertThat(assume("ann", issuer.token(claims().expirationTime(in(-30)).build()))
                        .status())
                .isEqualTo(200);
        assertThat(assume("ann", issuer.token(claims().expirationTime(in(-90)).build()))
                        .failure())
                .isEqualTo("ExpiredTokenException");
    }

    @Test
    void tokenMadeForOthersOrIncompleteIsRefused() throws Exception {
        refuse(it -> it.audience("somebody else"));
        refuse(it -> it.audience((String) null));
        refuse(it -> it.audience(List.of(OURS, "x")).claim("azp", "x"));
        refuse(it -> it.issuer("https://issuer.example"));
        refuse(it -> it.issuer(issuer.name() + "/"));
        refuse(it -> it.issuer(null));
        refuse(it -> it.expirationTime(null));
        refuse(it -> it.issueTime(null));
        refuse(it -> it.subject(null));
        refuse(it -> it.notBeforeTime(in(600)));
        assertThat(assume(
                                "ann",
                                issuer.token(claims().audience(List.of("x", OURS))
                                        .claim("azp", OURS)
                                        .build()))
                        .status())
                .isEqualTo(200);
    }

    private void refuse(Consumer<JWTClaimsSet.Builder> change) throws Exception {
        JWTClaimsSet.Builder claims = claims();
        change.accept(claims);

        assertThat(assume("ann", issuer.token(claims.build())).failure()).isEqualTo("InvalidIdentityToken");
    }

    @Test
    void tokenThatTheIssuerDidNotSignIsRefused() throws Exception {
        JWTClaimsSet claims = claims().build();
        String good = issuer.token(claims);
        String id = issuer.key().getKeyID();
        byte[] publicKey = issuer.key().toRSAPublicKey().getEncoded();
        RSASSASigner other = new RSASSASigner(RsaKeys.next("other"));
        String payload = good.substring(good.indexOf('.') + 1, good.lastIndexOf('.'));
        String eve = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(claims.toString().replace("ann", "eve").getBytes(StandardCharsets.UTF_8));

        for (String token : List.of(
                LoopbackIssuer.token(claims, JWSAlgorithm.RS256, id, other),
                LoopbackIssuer.token(claims, JWSAlgorithm.HS256, id, new MACSigner(publicKey)),
                new PlainJWT(claims).serialize(),
                good.replace(payload, eve),
                good.substring(0, good.lastIndexOf('.') + 1),
                "no token",
                "x".repeat(30_000))) {
            assertThat(assume("ann", token).failure()).as(token).isEqualTo("InvalidIdentityToken");
        }
        assertThat(node.credentialStore.countSessions(tenant, ann, null).all()).isZero();
    }

    @Test
    void newKeyOfTheIssuerCountsAndMadeUpOnesBringItNoLoad() throws Exception {
        assertThat(assume("ann", issuer.token(claims().build())).status()).isEqualTo(200);
        String old = issuer.token(claims().build());

        issuer.replaceKey();
        assertThat(assume("ann", issuer.token(claims().build())).status()).isEqualTo(200);
        assertThat(assume("ann", old).failure()).isIn((Object[]) UNTOLD);
        int asked = issuer.asked();
        RSASSASigner other = new RSASSASigner(RsaKeys.next("other"));
        for (int i = 0; i < 20; i++) {
            String token = LoopbackIssuer.token(claims().build(), JWSAlgorithm.RS256, "made-up-" + i, other);
            assertThat(assume("ann", token).failure()).isIn((Object[]) UNTOLD);
        }

        // Without a bound it would be 40: two documents for each.
        assertThat(issuer.asked() - asked).isLessThan(40);
    }

    @Test
    void issuerThatIsAwayIsToldApart() throws Exception {
        issuer.goAway();

        assertThat(assume("ann", issuer.token(claims().build())).failure()).isEqualTo("IDPCommunicationError");
    }

    @Test
    void tokenStandsForItsOwnUserAlone() throws Exception {
        node.provisioning.createUser(tenant, "bob", Role.TENANT_USER);

        assertThat(assume("bob", issuer.token(claims().build())).failure()).isEqualTo("AccessDenied");
        assertThat(assume("nobody", issuer.token(claims().subject("nobody").build()))
                        .failure())
                .isEqualTo("AccessDenied");
        providers.put(provider(null, "groups", Map.of("org:builders", "bob")));
        JWTClaimsSet builder = claims().claim("groups", "org:builders").build();
        assertThat(assume("bob", issuer.token(builder)).status()).isEqualTo(200);
        assertThat(assume("ann", issuer.token(builder)).failure()).isEqualTo("AccessDenied");
        assertThat(assume("bob", issuer.token(claims().claim("groups", "bob").build()))
                        .failure())
                .isEqualTo("AccessDenied");
        assertThat(assume(
                                "bob",
                                issuer.token(claims().claim("groups", List.of("org:builders"))
                                        .build()))
                        .failure())
                .isEqualTo("AccessDenied");
    }

    @Test
    void disabledUserOrTenantGetsNoSession() throws Exception {
        String token = issuer.token(claims().build());

        node.provisioning.disableUser(tenant, ann);
        assertThat(assume("ann", token).failure()).isEqualTo("AccessDenied");
        node.provisioning.enableUser(tenant, ann);
        node.provisioning.disableTenant(tenant);
        assertThat(assume("ann", token).failure()).isEqualTo("AccessDenied");
        node.provisioning.enableTenant(tenant);
        assertThat(assume("ann", token).status()).isEqualTo(200);
    }

    @Test
    void issuerOfOneTenantIsNotTrustedByAnother() throws Exception {
        TenantId other = node.holder("o" + UUID.randomUUID()).tenant().id();
        node.provisioning.createUser(other, "ann", Role.TENANT_USER);

        assertThat(assume("arn:aws:iam::" + other + ":user/ann", issuer.token(claims().build()), "")
                        .failure())
                .isEqualTo("InvalidIdentityToken");
        assertThat(issuer.asked()).isZero();
        providers.delete(tenant, "issuer");
        assertThat(assume("ann", issuer.token(claims().build())).failure()).isEqualTo("InvalidIdentityToken");
    }

    @Test
    void originOfBadTokensIsDelayed() throws Exception {
        String good = issuer.token(claims().build());
        String expired = issuer.token(claims().expirationTime(in(-600)).build());
        StoreFixture.Holder other = node.holder("u" + UUID.randomUUID());
        for (int i = 0; i < 5; i++) {
            assertThat(assume("10.0.0.1", arn(tenant), expired, "").failure()).isEqualTo("ExpiredTokenException");
        }
        int before = checked.get();

        assertThat(assume("10.0.0.1", arn(tenant), good, "").failure()).isEqualTo("Throttling");
        assertThat(checked).hasValue(before);
        assertThat(assume("10.0.0.2", arn(tenant), good, "").status()).isEqualTo(200);
        assertThat(assume("10.0.0.1", arn(other.tenant().id()), good, "").failure())
                .isEqualTo("InvalidIdentityToken");
        assertThat(assume("10.0.0.1", "arn:aws:iam::" + tenant + ":role/none", good, "")
                        .failure())
                .isEqualTo("AccessDenied");

        clock.advance(Duration.ofSeconds(1));
        assertThat(assume("10.0.0.1", arn(tenant), good, "").status()).isEqualTo(200);
        assertThat(assume("10.0.0.1", arn(tenant), expired, "").failure()).isEqualTo("ExpiredTokenException");
        assertThat(assume("10.0.0.1", arn(tenant), good, "").status()).isEqualTo(200);
    }

    @Test
    void addressesOfOneNetworkAreOnePlace() throws Exception {
        String expired = issuer.token(claims().expirationTime(in(-600)).build());
        for (int i = 1; i <= 5; i++) {
            assertThat(assume("2001:db8:0:1::" + i, arn(tenant), expired, "").failure())
                    .isEqualTo("ExpiredTokenException");
        }

        assertThat(assume("2001:db8:0:1:ffff::9", arn(tenant), expired, "").failure())
                .isEqualTo("Throttling");
        assertThat(assume("2001:db8:0:2::1", arn(tenant), expired, "").failure())
                .isEqualTo("ExpiredTokenException");
    }

    @Test
    void unavailableIssuerCausesNoBackOff() throws Exception {
        String good = issuer.token(claims().build());
        issuer.goAway();

        for (int i = 0; i < 10; i++) {
            assertThat(assume("10.0.0.1", arn(tenant), good, "").failure()).isEqualTo("IDPCommunicationError");
        }
    }

    @Test
    void tokensThatWaitForTheirIssuerLeaveThreadsForOthers() throws Exception {
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            asked.add(i % 4 == 0 ? arn(tenant) : arn(new TenantId(new UUID(7, i % 4))));
        }

        assertThatOneMoreIsThrottled(asked, arn(new TenantId(new UUID(7, 7))));
    }

    @Test
    void tokensOfOneTenantThatWaitLeaveChecksForOthers() throws Exception {
        IamApi slow = assertThatOneMoreIsThrottled(Collections.nCopies(4, arn(tenant)), arn(tenant));

        assertThat(assume(slow, "10.0.0.2", arn(new TenantId(new UUID(7, 7))), "token", "")
                        .failure())
                .isEqualTo("IDPCommunicationError");
    }

    private IamApi assertThatOneMoreIsThrottled(List<String> asked, String more) throws Exception {
        CountDownLatch waiting = new CountDownLatch(asked.size());
        CountDownLatch answer = new CountDownLatch(1);
        IamApi slow = node.iam(
                (token, trusted) -> {
                    if (waiting.getCount() > 0) {
                        waiting.countDown();
                        awaitQuietly(answer);
                    }
                    return new TokenVerifier.Proof.Refused(TokenVerifier.Why.ISSUER_AWAY);
                },
                clock);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<IamAnswer>> answers = new ArrayList<>();
            for (String user : asked) {
                answers.add(threads.submit(() -> assume(slow, "10.0.0.1", user, "token", "")));
            }
            assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(assume(slow, "10.0.0.2", more, "token", "").failure()).isEqualTo("Throttling");
            answer.countDown();

            for (Future<IamAnswer> each : answers) {
                assertThat(each.get(60, TimeUnit.SECONDS).failure()).isEqualTo("IDPCommunicationError");
            }
        }
        assertThat(assume(slow, "10.0.0.2", more, "token", "").failure()).isEqualTo("IDPCommunicationError");
        return slow;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String arn(TenantId tenant) {
        return "arn:aws:iam::" + tenant + ":user/ann";
    }

    @Test
    void wrongParametersAreRefusedBeforeAnythingIsAsked() throws Exception {
        String token = issuer.token(claims().build());
        String arn = "arn:aws:iam::" + tenant + ":user/ann";

        assertThat(assume("arn:aws:iam::" + tenant + ":root", token, "").failure())
                .isEqualTo("ValidationError");
        assertThat(assume("arn:aws:iam::123456789012:role/x", token, "").failure())
                .isEqualTo("ValidationError");
        assertThat(assume(arn, token, "&DurationSeconds=1").failure()).isEqualTo("ValidationError");
        assertThat(iam.performUnsigned(IamParameters.parse("Action=GetCallerIdentity"), from("10.0.0.1"), "R")
                        .failure())
                .isEqualTo("AccessDenied");
        assertThat(issuer.asked()).isZero();
        assertThat(assume(arn, token, "&Policy=nonsense").failure()).isEqualTo("MalformedPolicyDocument");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://issuer.example",
                "http://10.0.0.1/",
                "file:///etc/passwd",
                "https://user:word@issuer.example",
                "https://issuer.example/#x",
                "https:issuer",
                "no url at all",
                ""
            })
    void issuerMustBeAskedSafely(String address) {
        assertThatThrownBy(() -> new IdentityProvider(tenant, "n", address, List.of(OURS), null, "sub", Map.of(), null))
                .isInstanceOfSatisfying(
                        FailureException.class, it -> assertThat(it.failure()).isInstanceOf(Failure.Invalid.class));
    }

    @Test
    void tenantTrustsAnIssuerOnce() {
        IdentityProvider twin = new IdentityProvider(
                tenant,
                "twin",
                issuer.name(),
                List.of(OURS),
                null,
                "sub",
                Map.of("a", "ann", "b", "bob"),
                new JitProvisioningPolicy("name", 7));

        assertThatThrownBy(() -> providers.put(twin))
                .isInstanceOfSatisfying(FailureException.class, it -> assertThat(it.failure())
                        .isInstanceOf(Failure.AlreadyExists.class));
        providers.delete(tenant, "issuer");
        providers.put(twin);
        assertThat(providers.find(tenant, twin.name()).map(Revised::value)).contains(twin);
        assertThatThrownBy(() -> providers.delete(tenant, "issuer")).isInstanceOf(FailureException.class);
    }
}
