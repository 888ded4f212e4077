package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.embedded.PlatformFixture;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;
import software.amazon.awssdk.services.s3.model.TaggingDirective;

/** Access of other tenants' users to a bucket. */
class GuestAccessTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final PrincipalNames names = PLATFORM.platform().principalNames().orElseThrow();
    private final S3Client owner = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();
    private final PlatformTenant tenant = PLATFORM.newTenant();
    private final PlatformUser ann = user();
    private final S3Client guest = client(ann);
    private final S3Client colleague = client(user());

    private PlatformUser user() {
        return PLATFORM.platform()
                .createUser(new UserRequest(tenant.id(), UUID.randomUUID().toString(), "user"));
    }

    private static S3Client client(PlatformUser user) {
        PlatformKey key = PLATFORM.platform().createKey(user.id());
        return PLATFORM.client(key);
    }

    @BeforeEach
    void store() {
        put(owner, "k");
    }

    private void put(S3Client client, String key) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(key));
    }

    private String get(S3Client client, String key) {
        return client.getObjectAsBytes(request -> request.bucket(bucket).key(key))
                .asUtf8String();
    }

    private String statement(String effect, String principal, String action) {
        return "{\"Effect\": \"" + effect + "\", \"Principal\": {\"AWS\": \"" + principal + "\"}, \"Action\": \""
                + action + "\", \"Resource\": [\"arn:aws:s3:::" + bucket + "\", \"arn:aws:s3:::" + bucket + "/*\"]}";
    }

    private void share(String... statements) {
        owner.putBucketPolicy(request -> request.bucket(bucket)
                .policy("{\"Version\": \"2012-10-17\", \"Statement\": [" + String.join(", ", statements) + "]}"));
    }

    private static void assertRefused(int status, String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(S3Exception.class, it -> {
            assertThat(it.statusCode()).isEqualTo(status);
            assertThat(it.awsErrorDetails().errorCode()).isEqualTo(code);
        });
    }

    private static void assertDenied(ThrowingCallable call) {
        assertRefused(403, "AccessDenied", call);
    }

    @Test
    void userWhoIsNamedMayWhatIsAllowedUntilThePolicyGoes() {
        assertDenied(() -> get(guest, "k"));
        share(statement("Allow", names.of(ann.id()), "s3:GetObject"));

        assertThat(get(guest, "k")).isEqualTo("k");
        assertDenied(() -> get(colleague, "k"));
        assertDenied(() -> put(guest, "k"));
        assertDenied(() -> guest.listObjectsV2(request -> request.bucket(bucket)));
        assertDenied(() -> guest.deleteObject(request -> request.bucket(bucket).key("k")));
        assertDenied(() -> guest.getBucketPolicy(request -> request.bucket(bucket)));
        assertThat(get(owner, "k")).isEqualTo("k");

        owner.deleteBucketPolicy(request -> request.bucket(bucket));
        assertDenied(() -> get(guest, "k"));
        assertRefused(404, "NoSuchBucketPolicy", () -> owner.getBucketPolicy(request -> request.bucket(bucket)));
    }

    @Test
    void missingKeyIsTellOnlyToWhoMayList() {
        share(statement("Allow", names.of(tenant.id()), "s3:GetObject"));
        assertDenied(() -> get(guest, "none"));

        share(statement("Allow", names.of(tenant.id()), "s3:*"));
        assertRefused(404, "NoSuchKey", () -> get(colleague, "none"));
    }

    @Test
    void denialCountsForTheOwnersTenantToo() {
        share(statement("Allow", "*", "s3:*"), statement("Deny", "*", "s3:PutObject"));

        assertDenied(() -> put(owner, "k"));
        assertDenied(() -> put(guest, "k"));
        assertThat(get(owner, "k")).isEqualTo("k");
    }

    @Test
    void ownerGetsOutOfItsOwnDenial() {
        share(statement("Deny", "*", "s3:*"));

        assertDenied(() -> get(owner, "k"));
        assertThat(owner.getBucketPolicy(request -> request.bucket(bucket)).policy())
                .contains("Deny");
        owner.deleteBucketPolicy(request -> request.bucket(bucket));
        assertThat(get(owner, "k")).isEqualTo("k");
    }

    @Test
    void eachOfManyDeletionsIsDecidedAlone() {
        put(owner, "theirs");
        share(statement("Allow", names.of(ann.id()), "s3:DeleteObject").replace("/*", "/theirs"));
        List<ObjectIdentifier> keys = List.of(
                ObjectIdentifier.builder().key("k").build(),
                ObjectIdentifier.builder().key("theirs").build());

        var answer = guest.deleteObjects(request -> request.bucket(bucket).delete(it -> it.objects(keys)));

        assertThat(answer.deleted()).extracting(it -> it.key()).containsExactly("theirs");
        assertThat(answer.errors()).extracting(it -> it.code()).containsExactly("AccessDenied");
        assertThat(get(owner, "k")).isEqualTo("k");
    }

    @Test
    void copyNeedsToReadItsSource() {
        String own = "own-" + UUID.randomUUID();
        guest.createBucket(request -> request.bucket(own));
        ThrowingCallable copy = () -> guest.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(own)
                .destinationKey("c"));
        share(statement("Allow", names.of(ann.id()), "s3:ListBucket"));
        assertDenied(copy);

        share(statement("Allow", names.of(ann.id()), "s3:GetObject"));
        assertThat(Assertions.catchThrowable(copy)).isNull();
        assertDenied(() -> guest.copyObject(request -> request.sourceBucket(own)
                .sourceKey("c")
                .destinationBucket(bucket)
                .destinationKey("k")));
    }

    @Test
    void copyOfTagsNeedsToReadThem() {
        String own = "own-" + UUID.randomUUID();
        guest.createBucket(request -> request.bucket(own));
        Tagging tagging = Tagging.builder()
                .tagSet(Tag.builder().key("level").value("secret").build())
                .build();
        owner.putObjectTagging(request -> request.bucket(bucket).key("k").tagging(tagging));
        share(statement("Allow", names.of(ann.id()), "s3:GetObject"));

        assertDenied(() -> copy(own, TaggingDirective.COPY));
        copy(own, TaggingDirective.REPLACE);
        assertThat(tags(own)).isEmpty();

        share(
                statement("Allow", names.of(ann.id()), "s3:GetObject"),
                statement("Allow", names.of(ann.id()), "s3:GetObjectTagging"));
        copy(own, TaggingDirective.COPY);
        assertThat(tags(own)).isEqualTo(tagging.tagSet());
    }

    private void copy(String to, TaggingDirective directive) {
        guest.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(to)
                .destinationKey("c")
                .taggingDirective(directive));
    }

    private List<Tag> tags(String of) {
        return guest.getObjectTagging(request -> request.bucket(of).key("c")).tagSet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"arn:aws:iam::7d3f6c8e-5b1a-4c7e-9f64-2f7c1b0a9e55:root", "user/", "tenant/", "somebody"})
    void nameThatIsNoneOfThePlatformsIsRefused(String name) {
        assertRefused(400, "MalformedPolicy", () -> share(statement("Allow", name, "s3:GetObject")));
        assertRefused(404, "NoSuchBucketPolicy", () -> owner.getBucketPolicy(request -> request.bucket(bucket)));
    }
}
