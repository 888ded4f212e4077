package dev.ose.adapter.versitygw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.contract.PlatformContract;
import dev.ose.adapter.contract.S3Caller;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.s3.xml.XmlWriter;
import dev.ose.testkit.VersityFixture;
import dev.ose.testkit.VersityProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters against a real versitygw, and cases that only this one has. */
class VersityPlatformTest extends PlatformContract {

    @RegisterExtension
    static final VersityFixture VERSITY = new VersityFixture();

    private final HttpClient http = HttpClient.newHttpClient();
    private StoragePlatform platform;

    @BeforeEach
    void connect() {
        platform = connect(config(gateway().secretKey()));
    }

    @AfterEach
    void disconnect() {
        platform.close();
        http.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }

    @Test
    void accountsOfOthersAreNotTouched() {
        PlatformTenant tenant = tenant();
        PlatformUserId theirs = AccountNames.user(tenant.id(), "made-by-others");
        createAccount(theirs.value(), "secret-of-others", "userplus");
        S3Caller other = caller(new PlatformKey(theirs.value(), Secret.of("secret-of-others")));
        PlatformUserId root = new PlatformUserId(VersityProcess.ACCESS_KEY);

        for (PlatformUserId user : List.of(theirs, root)) {
            assertThat(platform.findUser(user)).isEmpty();
            assertThat(platform.listKeys(user)).isEmpty();
            platform.deleteUser(user);
            platform.retireUser(user);
            platform.deleteKey(user, user.value());
            assertThatThrownBy(() -> platform.createKey(user)).satisfies(kind(Kind.NOT_FOUND));
            assertThatThrownBy(() -> platform.setUserActive(user, false)).satisfies(kind(Kind.NOT_FOUND));
        }
        assertThatThrownBy(() -> platform.createUser(new UserRequest(tenant.id(), "made-by-others", "n")))
                .satisfies(kind(Kind.REJECTED));
        assertThat(platform.findUser(new PlatformUserId(AccountNames.marker(tenant.id()))))
                .isEmpty();
        assertThat(platform.findTenant(new PlatformTenantId("a.b"))).isEmpty();

        assertThat(other.listBuckets().status()).isEqualTo(200);
        platform.checkAccess();
    }

    @Test
    void secretOfAStoppedUserOpensNothingInAnyForm() {
        PlatformUser user = user(tenant(), "ann");
        PlatformKey key = platform.listKeys(user.id()).getFirst();

        platform.setUserActive(user.id(), false);

        assertThat(platform.listKeys(user.id())).containsExactly(key);
        assertThat(caller(key).listBuckets().status()).isEqualTo(403);
        platform.setUserActive(user.id(), true);
        assertThat(caller(key).listBuckets().status()).isEqualTo(200);
    }

    @Test
    void keyMadeForAStoppedUserWorksOnceTheUserActsAgain() {
        PlatformUser user = user(tenant(), "ann");
        PlatformKey former = platform.listKeys(user.id()).getFirst();
        platform.setUserActive(user.id(), false);

        PlatformKey key = platform.createKey(user.id());

        assertThat(platform.findUser(user.id()).orElseThrow().active()).isFalse();
        assertThat(caller(key).listBuckets().status()).isEqualTo(403);
        platform.setUserActive(user.id(), true);
        assertThat(caller(key).listBuckets().status()).isEqualTo(200);
        assertThat(caller(former).listBuckets().status()).isEqualTo(403);
    }

    @Test
    void newKeyOpensTheBucketsOfTheFormerOne() {
        PlatformUser user = user(tenant(), "ann");
        S3Caller former = caller(platform.listKeys(user.id()).getFirst());
        String bucket = bucket(former);
        former.put(bucket, "k", "kept");

        S3Caller caller = caller(platform.createKey(user.id()));

        assertThat(caller.get(bucket, "k").body()).isEqualTo("kept");
        assertThat(former.get(bucket, "k").status()).isEqualTo(403);
    }

    /** The gateway itself would delete it, and the next account with its access key would own the bucket. */
    @Test
    void ownerOfBucketsIsNotDeletedAndGoesOnAsItWas() {
        PlatformUser active = user(tenant(), "ann");
        PlatformUser stopped = user(tenant(), "bob");
        S3Caller caller = caller(platform.listKeys(active.id()).getFirst());
        String bucket = bucket(caller);
        bucket(caller(platform.listKeys(stopped.id()).getFirst()));
        platform.setUserActive(stopped.id(), false);

        assertThatThrownBy(() -> platform.deleteUser(active.id())).satisfies(kind(Kind.REJECTED));
        assertThatThrownBy(() -> platform.deleteUser(stopped.id())).satisfies(kind(Kind.REJECTED));

        assertThat(caller.list(bucket).status()).isEqualTo(200);
        assertThat(platform.findUser(stopped.id()))
                .hasValueSatisfying(user -> assertThat(user.active()).isFalse());
    }

    @Test
    void retiredUserIsDeletedUnlessItOwnsBuckets() {
        PlatformUser user = user(tenant(), "ann");

        platform.retireUser(user.id());

        assertThat(platform.findUser(user.id())).isEmpty();
    }

    /** Each change reads the account and writes it; without turns some would be lost, with the last key of a user. */
    @Test
    void changesOfAUserAtTheSameTimeLeaveAKeyThatWorks() throws InterruptedException, ExecutionException {
        PlatformUser user = user(tenant(), "ann");
        List<Callable<PlatformUserId>> changes = IntStream.range(0, 8)
                .<Callable<PlatformUserId>>mapToObj(i -> () -> {
                    if (i % 2 == 0) {
                        platform.createKey(user.id());
                    } else {
                        platform.setUserActive(user.id(), false);
                    }
                    return user.id();
                })
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(changes.size())) {
            for (Future<PlatformUserId> change : threads.invokeAll(changes)) {
                change.get();
            }
        }

        assertThat(platform.findUser(user.id()).orElseThrow().active()).isFalse();
        PlatformKey key = platform.listKeys(user.id()).getFirst();
        assertThat(caller(key).listBuckets().status()).isEqualTo(403);
        platform.setUserActive(user.id(), true);
        assertThat(caller(key).listBuckets().status()).isEqualTo(200);
    }

    @Test
    void bucketIsGivenAwayWithItsObjects() {
        PlatformTenant tenant = tenant();
        PlatformUser ann = user(tenant, "ann");
        PlatformUser bob = user(tenant, "bob");
        S3Caller hers = caller(platform.listKeys(ann.id()).getFirst());
        String bucket = bucket(hers);
        hers.put(bucket, "k", "hers");

        platform.transferBucket(ann.id(), bob.id(), bucket);

        S3Caller his = caller(platform.listKeys(bob.id()).getFirst());
        assertThat(his.get(bucket, "k").body()).isEqualTo("hers");
        assertThat(hers.get(bucket, "k").status()).isEqualTo(403);
    }

    @Test
    void idsThatAreTooLongForAnAccessKeyAreRejected() {
        PlatformTenant tenant = tenant();

        assertThatThrownBy(() -> platform.createUser(new UserRequest(tenant.id(), "u".repeat(128), "n")))
                .satisfies(kind(Kind.REJECTED));
        assertThatThrownBy(() -> platform.createTenant(new TenantRequest("t".repeat(128), "n")))
                .satisfies(kind(Kind.REJECTED));
    }

    @Test
    void wrongLoginIsRejected() {
        try (StoragePlatform stranger = connect(config(Secret.of("not the secret")))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("SignatureDoesNotMatch");
        }
    }

    @Test
    void accountWithoutTheRoleAdminIsRejected() {
        String accessKey = "plain-" + UUID.randomUUID();
        createAccount(accessKey, "secret-of-plain", "userplus");
        PlatformKey login = new PlatformKey(accessKey, Secret.of("secret-of-plain"));

        try (StoragePlatform stranger = connect(config(login, gateway().s3Endpoint(), VersityProcess.REGION))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("needs the role admin");
        }
    }

    @Test
    void wrongRegionIsRejected() {
        try (StoragePlatform elsewhere = connect(config(root(), gateway().s3Endpoint(), "eu-west-7"))) {
            assertThatThrownBy(elsewhere::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("Check the region");
        }
    }

    /** The admin API has a port of its own here, where S3 does not answer. */
    @Test
    void addressThatDoesNotServeS3IsRejected() {
        try (StoragePlatform mistaken = connect(config(root(), gateway().adminEndpoint(), VersityProcess.REGION))) {
            assertThatThrownBy(mistaken::checkAccess)
                    .isInstanceOf(PlatformException.class)
                    .hasMessageContaining("list buckets over S3");
        }
    }

    private static void createAccount(String accessKey, String text, String role) {
        try (VersityAdminApi api = new VersityAdminApi(config(gateway().secretKey()), Clock.systemUTC())) {
            byte[] document = new XmlWriter()
                    .start("Account")
                    .element("Access", accessKey)
                    .element("Secret", text)
                    .element("Role", role)
                    .end()
                    .toBytes();
            api.send(VersityRequest.order(api.admin(), "/create-user", "create an account")
                            .with(document))
                    .required();
        }
    }

    private PlatformTenant tenant() {
        return platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    private PlatformUser user(PlatformTenant tenant, String name) {
        return platform.createUser(new UserRequest(tenant.id(), name, name));
    }

    private S3Caller caller(PlatformKey key) {
        return new S3Caller(http, platform.info(), key);
    }

    private static String bucket(S3Caller owner) {
        String bucket = "versity-" + UUID.randomUUID();
        assertThat(owner.createBucket(bucket).status()).isEqualTo(200);
        return bucket;
    }

    private static VersityProcess gateway() {
        return VERSITY.gateway();
    }

    private static PlatformKey root() {
        return new PlatformKey(VersityProcess.ACCESS_KEY, gateway().secretKey());
    }

    private static VersityPlatformConfig config(Secret secretKey) {
        return config(
                new PlatformKey(VersityProcess.ACCESS_KEY, secretKey), gateway().s3Endpoint(), VersityProcess.REGION);
    }

    private static VersityPlatformConfig config(PlatformKey login, URI s3Endpoint, String region) {
        return new VersityPlatformConfig(
                gateway().adminEndpoint(),
                s3Endpoint,
                region,
                login,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                defaultTls(),
                OutboundRoutes.direct());
    }

    private static StoragePlatform connect(VersityPlatformConfig config) {
        return VersityPlatform.of(config, Clock.systemUTC(), new SecureRandom());
    }

    static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Consumer<Throwable> kind(Kind kind) {
        return e -> assertThat(((PlatformException) e).kind()).isEqualTo(kind);
    }
}
