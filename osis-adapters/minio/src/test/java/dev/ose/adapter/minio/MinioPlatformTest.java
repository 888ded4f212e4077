package dev.ose.adapter.minio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.contract.BucketAdmissionContract;
import dev.ose.adapter.contract.S3Caller;
import dev.ose.testkit.MinioFixture;
import dev.ose.testkit.MinioProcess;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters against a real MinIO with the least rights, and cases that only this one has. */
class MinioPlatformTest extends BucketAdmissionContract {

    @RegisterExtension
    static final MinioFixture MINIO = new MinioFixture();

    private final HttpClient http = HttpClient.newHttpClient();
    private final MinioAdminApi root =
            new MinioAdminApi(MinioTestServer.root(MINIO.server()), Clock.systemUTC(), new SecureRandom());
    private StoragePlatform platform;

    @BeforeEach
    void connect() {
        platform = connect(MinioTestServer.leastAdministrator(MINIO.server()));
    }

    @AfterEach
    void disconnect() {
        platform.close();
        root.close();
        http.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }

    @Test
    void usersOfOthersAreNotTouched() {
        PlatformTenant tenant = tenant();
        PlatformKey theirs =
                new PlatformKey(MinioNames.user(tenant.id(), "made-by-others").value(), Secret.of("secret-of-others"));
        MinioTestServer.addUser(root, theirs);
        PlatformUserId administrator = new PlatformUserId(MinioProcess.ACCESS_KEY);

        for (PlatformUserId user : List.of(new PlatformUserId(theirs.accessKey()), administrator)) {
            assertThat(platform.findUser(user)).isEmpty();
            assertThat(platform.listKeys(user)).isEmpty();
            platform.deleteUser(user);
            platform.retireUser(user);
            platform.deleteKey(user, user.value());
            assertThatThrownBy(() -> platform.createKey(user)).satisfies(kind(Kind.NOT_FOUND));
            assertThatThrownBy(() -> platform.setUserActive(user, false)).satisfies(kind(Kind.NOT_FOUND));
            assertThatThrownBy(() -> platform.admitToBucket(user, "bucket-of-others"))
                    .satisfies(kind(Kind.NOT_FOUND));
        }
        assertThatThrownBy(() -> platform.createUser(new UserRequest(tenant.id(), "made-by-others", "n")))
                .satisfies(kind(Kind.REJECTED));
        assertThat(codeOfList(theirs)).isEqualTo("AccessDenied");
    }

    /** Each step that a creation could have ended before. */
    @Test
    void creationThatWasCutOffIsCompleted() {
        PlatformTenant tenant = tenant();
        MinioPolicies policies = new MinioPolicies(root);
        PlatformUserId named = MinioNames.user(tenant.id(), "named");
        policies.createForUser(MinioNames.recordOf(named), "Ann");
        PlatformUserId made = MinioNames.user(tenant.id(), "made");
        policies.createForUser(MinioNames.recordOf(made), "Bob");
        MinioTestServer.addUser(root, new PlatformKey(made.value(), Secret.of("never given out")));

        assertThat(platform.findUser(named)).isEmpty();
        assertThat(platform.findUser(made)).isEmpty();
        assertThat(create(tenant, "named").name()).isEqualTo("Ann");
        assertThat(create(tenant, "made").name()).isEqualTo("Bob");
        assertThat(platform.findUser(made)).get().matches(PlatformUser::active);
    }

    @Test
    void restOfACreationOrDeletionThatWasCutOffIsDeleted() {
        PlatformTenant tenant = tenant();
        MinioPolicies policies = new MinioPolicies(root);
        PlatformUserId rest = MinioNames.user(tenant.id(), "rest");
        policies.createForUser(MinioNames.recordOf(rest), "Ann");
        MinioTestServer.addUser(root, new PlatformKey(rest.value(), Secret.of("never given out")));

        platform.deleteUser(rest);

        assertThat(policies.findName(MinioNames.recordOf(rest))).isEmpty();
        platform.deleteTenant(tenant.id());
        assertThat(platform.findTenant(tenant.id())).isEmpty();
    }

    @Test
    void creationOfAStoppedUserLeavesItStopped() {
        PlatformTenant tenant = tenant();
        PlatformUser ann = create(tenant, "ann");
        platform.setUserActive(ann.id(), false);

        assertThat(create(tenant, "ann").active()).isFalse();
        assertThatThrownBy(() -> platform.createKey(ann.id())).satisfies(kind(Kind.REJECTED));
    }

    @Test
    void everyKeyOpensTheBucketsAndOneThatIsStoppedNone() {
        PlatformUser ann = create(tenant(), "ann");
        PlatformKey first = platform.createKey(ann.id());
        PlatformKey second = platform.createKey(ann.id());
        String bucket = bucket(ann, first);
        caller(first).put(bucket, "k", "kept");

        platform.setKeyActive(ann.id(), first.accessKey(), false);

        assertThat(caller(first).get(bucket, "k").status()).isEqualTo(403);
        assertThat(caller(second).get(bucket, "k").body()).isEqualTo("kept");
        assertThat(platform.listKeys(ann.id()))
                .containsExactly(new PlatformKey(first.accessKey(), first.secretKey(), false), second);
        platform.setUserActive(ann.id(), false);
        assertThat(caller(second).get(bucket, "k").status()).isEqualTo(403);
    }

    /** Else one of them would own a bucket of that name that the operator makes. */
    @Test
    void releaseOfABucketThatIsGoneEndsTheAdmissionOfAll() {
        PlatformTenant tenant = tenant();
        PlatformUser ann = create(tenant, "ann");
        PlatformUser bob = create(tenant, "bob");
        PlatformKey hers = platform.createKey(ann.id());
        String bucket = bucket(ann, hers);
        MinioPolicies policies = new MinioPolicies(root);
        policies.attach(MinioNames.policyOf(bucket), bob.id().value());
        platform.releaseBucket(ann.id(), bucket);
        assertThat(policies.users(MinioNames.policyOf(bucket)))
                .containsExactlyInAnyOrder(ann.id().value(), bob.id().value());
        assertThat(caller(hers).deleteBucket(bucket).status()).isEqualTo(204);

        platform.releaseBucket(ann.id(), bucket);
        platform.releaseBucket(ann.id(), bucket);

        assertThat(policies.users(MinioNames.policyOf(bucket))).isEmpty();
        assertThat(policies.findName(MinioNames.policyOf(bucket))).isEmpty();
        platform.deleteUser(bob.id());
    }

    @Test
    void transferThatWasCutOffTakesTheBucketFromTheFirstOwner() {
        PlatformTenant tenant = tenant();
        PlatformUser ann = create(tenant, "ann");
        PlatformUser bob = create(tenant, "bob");
        PlatformKey hers = platform.createKey(ann.id());
        String bucket = bucket(ann, hers);
        new MinioPolicies(root).attach(MinioNames.policyOf(bucket), bob.id().value());

        platform.transferBucket(ann.id(), bob.id(), bucket);

        assertThat(caller(hers).list(bucket).status()).isEqualTo(403);
        assertThat(caller(platform.createKey(bob.id())).list(bucket).status()).isEqualTo(200);
    }

    /** Also those of a person who could log in as the user do not count: nodes could not sign with them. */
    @Test
    void keysThatWereMadeWithAnotherSecretAreNotListedAndGoWithTheUser() {
        PlatformUser ann = create(tenant(), "ann");
        PlatformKey key = platform.createKey(ann.id());
        MinioPlatformConfig known = MinioTestServer.root(MINIO.server());
        Secret changed = Secret.of("another secret of thirty-two characters or more");

        try (StoragePlatform other = connect(
                MinioTestServer.config(known.adminEndpoint(), known.administrator(), changed, Duration.ofMinutes(1)))) {
            assertThat(other.listKeys(ann.id())).isEmpty();
            other.retireUser(ann.id());
        }

        assertThat(codeOfList(key)).isEqualTo("InvalidAccessKeyId");
    }

    @Test
    void userMakesNoKeysAndOpensNoBucketToThePublic() {
        PlatformUser ann = create(tenant(), "ann");
        PlatformKey key = platform.createKey(ann.id());
        String bucket = bucket(ann, key);
        MinioPlatformConfig config = MinioTestServer.config(
                MINIO.server().endpoint(), key, MinioTestServer.KEY_SECRET, Duration.ofMinutes(1));

        try (MinioAdminApi hers = new MinioAdminApi(config, Clock.systemUTC(), new SecureRandom())) {
            MinioAnswer more = hers.send(
                    hers.request("PUT", "add-service-account", "create a key").withSealed(new byte[] {'{', '}'}));
            MinioAnswer opened = hers.send(hers.s3Request("PUT", '/' + bucket, "write a policy")
                    .with("policy", "")
                    .with(new byte[] {'{', '}'}));

            assertThat(more.isRefusedAs(MinioError.ACCESS_DENIED)).isTrue();
            assertThat(opened.isRefusedAs(MinioError.ACCESS_DENIED)).isTrue();
        }
    }

    @Test
    void idsThatAreTooLongAreRejected() {
        PlatformTenant tenant = tenant();

        assertThatThrownBy(() -> platform.createUser(new UserRequest(tenant.id(), "u".repeat(200), "n")))
                .satisfies(kind(Kind.REJECTED));
        assertThatThrownBy(() -> platform.createTenant(new TenantRequest("t".repeat(201), "n")))
                .satisfies(kind(Kind.REJECTED));
    }

    @Test
    void wrongLoginIsRejected() {
        PlatformKey wrong = new PlatformKey(MinioProcess.ACCESS_KEY, Secret.of("not the secret"));

        try (StoragePlatform stranger = connect(MinioTestServer.config(
                MINIO.server().endpoint(), wrong, MinioTestServer.KEY_SECRET, Duration.ofMinutes(1)))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("SignatureDoesNotMatch");
        }
    }

    /** A refusal says nothing of the bucket. */
    @Test
    void admissionThatIsRefusedIsNotOneToABucketOfOthers() {
        PlatformUser ann = create(tenant(), "ann");
        PlatformKey wrong = new PlatformKey(MinioProcess.ACCESS_KEY, Secret.of("not the secret"));

        try (StoragePlatform stranger = connect(MinioTestServer.config(
                MINIO.server().endpoint(), wrong, MinioTestServer.KEY_SECRET, Duration.ofMinutes(1)))) {
            assertThatThrownBy(() -> stranger.admitToBucket(ann.id(), "any-bucket"))
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("SignatureDoesNotMatch");
        }
    }

    @Test
    void loginThatMayDoTooLittleIsRejected() {
        PlatformKey plain = new PlatformKey("plain-" + UUID.randomUUID(), Secret.of("secret-of-plain"));
        MinioTestServer.addUser(root, plain);

        try (StoragePlatform stranger = connect(MinioTestServer.config(
                MINIO.server().endpoint(), plain, MinioTestServer.KEY_SECRET, Duration.ofMinutes(1)))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("lacks an action");
        }
    }

    private PlatformTenant tenant() {
        return platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    private PlatformUser create(PlatformTenant tenant, String externalId) {
        return platform.createUser(new UserRequest(tenant.id(), externalId, externalId));
    }

    private S3Caller caller(PlatformKey key) {
        return new S3Caller(http, platform.info(), key);
    }

    private String bucket(PlatformUser owner, PlatformKey key) {
        String bucket = "minio-" + UUID.randomUUID();
        platform.admitToBucket(owner.id(), bucket);
        assertThat(caller(key).createBucket(bucket).status()).isEqualTo(200);
        return bucket;
    }

    /** The code with which S3 refuses a list of buckets to the key. */
    private String codeOfList(PlatformKey key) {
        return caller(key).listBuckets().body().replaceAll("(?s).*<Code>(.*)</Code>.*", "$1");
    }

    private static StoragePlatform connect(MinioPlatformConfig config) {
        return MinioPlatform.of(config, Clock.systemUTC(), new SecureRandom());
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return e -> assertThat(((PlatformException) e).kind()).isEqualTo(kind);
    }
}
