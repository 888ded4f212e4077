package dev.ose.adapter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.keyring.Keyring;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

class EmbeddedPlatformTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final EmbeddedPlatform platform = PLATFORM.platform();

    @Test
    void tenantsAndUsersAreFoundAgainByTheirExternalId() {
        PlatformTenant tenant = platform.createTenant(new TenantRequest("ext-1", "one"));
        PlatformUser user = platform.createUser(new UserRequest(tenant.id(), "u-1", "ann"));

        assertThat(platform.createTenant(new TenantRequest("ext-1", "other"))).isEqualTo(tenant);
        assertThat(platform.createUser(new UserRequest(tenant.id(), "u-1", "other")))
                .isEqualTo(user);
        assertThat(platform.findTenant(tenant.id())).contains(tenant);
        assertThat(platform.findUser(user.id())).contains(user);
        assertThat(user.canonicalId()).hasSize(64);
    }

    @Test
    void tenantWithUsersOrBucketsStays() {
        PlatformTenant tenant = PLATFORM.newTenant();
        PlatformUser user = platform.createUser(new UserRequest(tenant.id(), "u", "n"));

        assertThatThrownBy(() -> platform.deleteTenant(tenant.id())).satisfies(kind(PlatformException.Kind.REJECTED));
        platform.deleteUser(user.id());
        platform.deleteTenant(tenant.id());

        assertThat(platform.findTenant(tenant.id())).isEmpty();
    }

    @Test
    void keysAreListedOldestFirstAndWorkUntilDeleted() {
        PlatformUser user =
                platform.createUser(new UserRequest(PLATFORM.newTenant().id(), "u", "n"));
        PlatformKey first = platform.createKey(user.id());
        PlatformKey second = platform.createKey(user.id());
        S3Client s3 = PLATFORM.client(first);
        s3.listBuckets();

        assertThat(platform.listKeys(user.id())).containsExactly(first, second);
        platform.deleteKey(user.id(), first.accessKey());

        assertThat(platform.listKeys(user.id())).containsExactly(second);
        assertThatThrownBy(s3::listBuckets).satisfies(code("InvalidAccessKeyId"));
    }

    @Test
    void inactiveUserIsLockedOut() {
        PlatformUser user =
                platform.createUser(new UserRequest(PLATFORM.newTenant().id(), "u", "n"));
        S3Client s3 = PLATFORM.client(platform.createKey(user.id()));

        platform.setUserActive(user.id(), false);

        assertThatThrownBy(s3::listBuckets).satisfies(code("InvalidAccessKeyId"));
        platform.setUserActive(user.id(), true);
        assertThat(s3.listBuckets().buckets()).isEmpty();
    }

    @Test
    void bucketsBelongToTheirOwnerOnly() {
        PlatformTenant tenant = PLATFORM.newTenant();
        S3Client owner = PLATFORM.client(PLATFORM.newUser(tenant));
        S3Client colleague = PLATFORM.client(PLATFORM.newUser(tenant));
        S3Client stranger = PLATFORM.client(PLATFORM.newUser(PLATFORM.newTenant()));
        owner.createBucket(request -> request.bucket("isolated-bucket"));
        stranger.createBucket(request -> request.bucket("strangers-bucket"));
        owner.putObject(request -> request.bucket("isolated-bucket").key("k"), RequestBody.fromString("x"));

        denied(() -> colleague.getObjectAsBytes(
                request -> request.bucket("isolated-bucket").key("k")));
        assertThat(colleague.listBuckets().buckets()).isEmpty();
        assertThat(stranger.listBuckets().buckets())
                .extracting(bucket -> bucket.name())
                .containsExactly("strangers-bucket");
        denied(() -> stranger.getObjectAsBytes(
                request -> request.bucket("isolated-bucket").key("k")));
        denied(() -> stranger.getObjectAsBytes(
                request -> request.bucket("isolated-bucket").key("none")));
        denied(() ->
                stranger.putObject(request -> request.bucket("isolated-bucket").key("k"), RequestBody.fromString("y")));
        denied(() -> stranger.deleteBucket(request -> request.bucket("isolated-bucket")));
        denied(() -> stranger.copyObject(request -> request.sourceBucket("isolated-bucket")
                .sourceKey("k")
                .destinationBucket("strangers-bucket")
                .destinationKey("k")));
        assertThatThrownBy(() -> stranger.createBucket(request -> request.bucket("isolated-bucket")))
                .satisfies(code("BucketAlreadyExists"));
        assertThatThrownBy(() -> colleague.createBucket(request -> request.bucket("isolated-bucket")))
                .satisfies(code("BucketAlreadyExists"));
        assertThatThrownBy(() -> owner.createBucket(request -> request.bucket("isolated-bucket")))
                .satisfies(code("BucketAlreadyOwnedByYou"));
    }

    @Test
    void bucketSettingsAreTold() {
        String bucket = PLATFORM.newBucket();
        S3Client s3 = PLATFORM.s3();
        s3.putBucketTagging(request -> request.bucket(bucket)
                .tagging(tagging ->
                        tagging.tagSet(Tag.builder().key("k").value("v").build())));

        assertThat(s3.getBucketTagging(request -> request.bucket(bucket)).tagSet())
                .hasSize(1);
        assertThat(s3.getBucketLocation(request -> request.bucket(bucket)).locationConstraintAsString())
                .isEqualTo(PlatformFixture.REGION);
        assertThat(s3.headBucket(request -> request.bucket(bucket)).bucketRegion())
                .isEqualTo(PlatformFixture.REGION);
        assertThat(s3.getBucketAcl(request -> request.bucket(bucket)).grants())
                .singleElement()
                .satisfies(grant -> assertThat(grant.permissionAsString()).isEqualTo("FULL_CONTROL"));
        s3.deleteBucketTagging(request -> request.bucket(bucket));
        assertThatThrownBy(() -> s3.getBucketTagging(request -> request.bucket(bucket)))
                .satisfies(code("NoSuchTagSet"));
    }

    @Test
    void dataDirectoryOfAnotherDatabaseIsRefused(@TempDir Path elsewhere) {
        EmbeddedPlatformConfig used =
                new EmbeddedPlatformConfig(PLATFORM.directory().resolve("data"), 0, PlatformFixture.REGION);
        EmbeddedPlatformConfig foreign =
                new EmbeddedPlatformConfig(elsewhere.resolve("data"), 0, PlatformFixture.REGION);

        assertThatThrownBy(() -> start(used, elsewhere)).hasMessageContaining("Another process uses");
        assertThatThrownBy(() -> start(foreign, elsewhere)).hasMessageContaining("describes another data directory");
    }

    private static EmbeddedPlatform start(EmbeddedPlatformConfig config, Path keys) {
        return EmbeddedPlatform.start(
                config, PLATFORM.postgres().dataSource(), Keyring.open(keys.resolve("keys")), Clock.systemUTC());
    }

    private static void denied(ThrowingCallable call) {
        assertThatThrownBy(call).satisfies(code("AccessDenied"));
    }

    private static Consumer<Throwable> kind(PlatformException.Kind kind) {
        return e -> assertThat(((PlatformException) e).kind()).isEqualTo(kind);
    }

    private static Consumer<Throwable> code(String code) {
        return e -> assertThat(((S3Exception) e).awsErrorDetails().errorCode()).isEqualTo(code);
    }
}
