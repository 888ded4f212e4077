package dev.ose.adapter.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.contract.PlatformContract;
import dev.ose.adapter.contract.S3Caller;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of adapters against a real gateway, and cases that only Ceph has. */
class CephPlatformTest extends PlatformContract {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private StoragePlatform platform;

    @BeforeEach
    void connect() {
        platform = connect(GATEWAY.gateway(), GATEWAY.gateway().secretKey());
    }

    @AfterEach
    void disconnect() {
        platform.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }

    @Test
    void usersOutsideOurTenantsAreNotTouched() {
        PlatformUserId administrator = new PlatformUserId("ose-admin");

        assertThat(platform.findUser(administrator)).isEmpty();
        assertThat(platform.listKeys(administrator)).isEmpty();
        platform.deleteUser(administrator);
        platform.deleteKey(administrator, GATEWAY.gateway().accessKey());
        assertThatThrownBy(() -> platform.createKey(administrator)).satisfies(kind(Kind.NOT_FOUND));
        assertThatThrownBy(() -> platform.setUserActive(administrator, false)).satisfies(kind(Kind.NOT_FOUND));
        assertThat(platform.findTenant(new PlatformTenantId("a$b"))).isEmpty();

        platform.checkAccess();
    }

    @Test
    void userOfATenantThatOthersMadeIsFoundByItsName() {
        PlatformTenant tenant =
                platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "there before"));
        PlatformUserId ann = new PlatformUserId(tenant.id().value() + "$ann.of-sales@acme");
        try (GatewayAdminApi api =
                new GatewayAdminApi(config(GATEWAY.gateway(), GATEWAY.gateway().secretKey()), Clock.systemUTC())) {
            api.send(AdminRequest.put("/admin/user", "create a user")
                            .with("uid", ann.value())
                            .with("display-name", "Ann"))
                    .required();
        }

        assertThat(platform.findUser(ann))
                .hasValueSatisfying(found -> assertThat(found.tenant()).isEqualTo(tenant.id()));
        assertThat(platform.listKeys(ann)).hasSize(1);
        assertThat(platform.findUser(GatewayIds.marker(tenant.id()))).isEmpty();
        assertThat(platform.findUser(new PlatformUserId(ann.value() + ":sub"))).isEmpty();
    }

    /** On the gateway the object would remain its writer's, inaccessible to the bucket's new owner. */
    @Test
    void bucketWithObjectsIsNotGivenAwayWithoutThem() {
        PlatformTenant tenant =
                platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "giving"));
        PlatformUserId ann =
                platform.createUser(new UserRequest(tenant.id(), "ann", "Ann")).id();
        PlatformUserId bob =
                platform.createUser(new UserRequest(tenant.id(), "bob", "Bob")).id();
        String bucket = "full-" + UUID.randomUUID();
        try (HttpClient client = HttpClient.newHttpClient()) {
            S3Caller caller = new S3Caller(client, platform.info(), platform.createKey(ann));
            caller.createBucket(bucket);
            caller.put(bucket, "k", "hers");
        }

        assertThatThrownBy(() -> platform.transferBucket(ann, bob, bucket))
                .satisfies(kind(Kind.REJECTED))
                .hasMessageContaining("bucket chown --bucket=" + tenant.id().value() + '/' + bucket);
        assertThat(platform.listBuckets(ann, "", 10)).hasSize(1);
    }

    /** The gateway suspends a user's buckets with the user, and a transfer alone would not resume this one. */
    @Test
    void bucketOfASuspendedUserServesItsNewOwner() {
        PlatformTenant tenant =
                platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "giving"));
        PlatformUserId ann =
                platform.createUser(new UserRequest(tenant.id(), "ann", "Ann")).id();
        PlatformUserId bob =
                platform.createUser(new UserRequest(tenant.id(), "bob", "Bob")).id();
        String bucket = "suspended-" + UUID.randomUUID();
        try (HttpClient client = HttpClient.newHttpClient()) {
            new S3Caller(client, platform.info(), platform.createKey(ann)).createBucket(bucket);
            platform.setUserActive(ann, false);

            platform.transferBucket(ann, bob, bucket);

            S3Caller newOwner = new S3Caller(client, platform.info(), platform.createKey(bob));
            assertThat(newOwner.put(bucket, "k", "his").status()).isEqualTo(200);
        }
    }

    /** Deleting the user would leave objects without an owner. */
    @Test
    void retiredUserStaysAsTheOwnerOfWhatItWrote() {
        PlatformTenant tenant =
                platform.createTenant(new TenantRequest(UUID.randomUUID().toString(), "retiring"));
        PlatformUserId ann =
                platform.createUser(new UserRequest(tenant.id(), "ann", "Ann")).id();

        platform.retireUser(ann);

        assertThat(platform.findUser(ann))
                .hasValueSatisfying(it -> assertThat(it.active()).isFalse());
    }

    @Test
    void wrongLoginIsRejected() {
        try (StoragePlatform stranger = connect(GATEWAY.gateway(), Secret.of("not the secret"))) {
            assertThatThrownBy(stranger::checkAccess)
                    .satisfies(kind(Kind.REJECTED))
                    .hasMessageContaining("SignatureDoesNotMatch");
        }
    }

    private static StoragePlatform connect(Gateway gateway, Secret secretKey) {
        return CephPlatform.of(config(gateway, secretKey), Clock.systemUTC(), new Random());
    }

    private static CephPlatformConfig config(Gateway gateway, Secret secretKey) {
        return new CephPlatformConfig(
                gateway.endpoint(),
                gateway.endpoint(),
                Gateway.REGION,
                new PlatformKey(gateway.accessKey(), secretKey),
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                defaultTls(),
                OutboundRoutes.direct());
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
