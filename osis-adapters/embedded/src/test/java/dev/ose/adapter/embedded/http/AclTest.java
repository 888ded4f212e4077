package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.AccessFixture.denied;
import static dev.ose.adapter.embedded.http.AccessFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AccessControlPolicy;
import software.amazon.awssdk.services.s3.model.Grant;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.Owner;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;
import software.amazon.awssdk.services.s3.model.Type;

/** ACLs of buckets and objects, ownership controls and the public access block. */
class AclTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final AccessFixture access = new AccessFixture(PLATFORM);
    private final String bucket = access.bucket;
    private final S3Client owner = access.owner;
    private final S3Client colleague = access.colleague;
    private final S3Client stranger = access.stranger;
    private final RawClient raw = new RawClient(PLATFORM);

    private void own(ObjectOwnership ownership) {
        owner.putBucketOwnershipControls(r -> r.bucket(bucket)
                .ownershipControls(it -> it.rules(OwnershipControlsRule.builder()
                        .objectOwnership(ownership)
                        .build())));
    }

    private void block(Consumer<PublicAccessBlockConfiguration.Builder> what) {
        owner.putPublicAccessBlock(r -> r.bucket(bucket).publicAccessBlockConfiguration(what));
    }

    private int anonymously(String method, String path) {
        try {
            String length = method.equals("PUT") ? "Content-Length: 0\r\n" : "";
            return raw.send(method + " /" + bucket + path + " HTTP/1.1\r\nHost: " + raw.host() + "\r\n" + length
                            + "\r\n")
                    .status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void newBucketHasItsAclsOff() {
        assertThat(owner.getBucketOwnershipControls(r -> r.bucket(bucket))
                        .ownershipControls()
                        .rules()
                        .getFirst()
                        .objectOwnership())
                .isEqualTo(ObjectOwnership.BUCKET_OWNER_ENFORCED);
        refused(404, "NoSuchPublicAccessBlockConfiguration", () -> owner.getPublicAccessBlock(r -> r.bucket(bucket)));
        refused(
                400,
                "AccessControlListNotSupported",
                () -> owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read")));
        refused(
                400,
                "AccessControlListNotSupported",
                () -> owner.putBucketAcl(r -> r.bucket(bucket).acl("private")));
        refused(
                400,
                "AccessControlListNotSupported",
                () -> owner.putObjectAcl(r -> r.bucket(bucket).key("k").acl(ObjectCannedACL.PUBLIC_READ)));
        refused(
                400,
                "AccessControlListNotSupported",
                () -> owner.putObject(
                        r -> r.bucket(bucket).key("p").acl(ObjectCannedACL.PUBLIC_READ), RequestBody.fromString("p")));
        refused(
                400,
                "InvalidBucketAclWithObjectOwnership",
                () -> owner.createBucket(r -> r.bucket("public-" + bucket).acl("public-read")));
        var acl = owner.getObjectAcl(r -> r.bucket(bucket).key("k"));
        assertThat(acl.grants()).extracting(it -> it.permission()).containsExactly(Permission.FULL_CONTROL);
        owner.putObjectAcl(r -> r.bucket(bucket)
                .key("k")
                .accessControlPolicy(AccessControlPolicy.builder()
                        .owner(acl.owner())
                        .grants(acl.grants())
                        .build()));
        owner.putObject(
                r -> r.bucket(bucket).key("p").acl(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL),
                RequestBody.fromString("p"));
    }

    @Test
    void cannedAclsOfTheBucketOpenWhatTheySay() {
        own(ObjectOwnership.OBJECT_WRITER);
        assertThat(anonymously("GET", "")).isEqualTo(403);
        owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read"));
        assertThat(anonymously("GET", "")).isEqualTo(200);
        assertThat(anonymously("GET", "/k")).isEqualTo(403);
        assertThat(anonymously("PUT", "/theirs")).isEqualTo(403);
        assertThat(anonymously("GET", "?acl")).isEqualTo(403);

        owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read-write"));
        assertThat(anonymously("PUT", "/theirs")).isEqualTo(200);
        assertThat(anonymously("DELETE", "/theirs")).isEqualTo(204);
        assertThat(owner.getBucketAcl(r -> r.bucket(bucket)).grants())
                .extracting(it -> it.permission())
                .containsExactly(Permission.FULL_CONTROL, Permission.READ, Permission.WRITE);

        owner.putBucketAcl(r -> r.bucket(bucket).acl("authenticated-read"));
        colleague.listObjectsV2(r -> r.bucket(bucket));
        denied(() -> stranger.listObjectsV2(r -> r.bucket(bucket)));
        assertThat(anonymously("GET", "")).isEqualTo(403);

        owner.putBucketAcl(r -> r.bucket(bucket).acl("private"));
        denied(() -> colleague.listObjectsV2(r -> r.bucket(bucket)));
    }

    @Test
    void grantsToUsersAreAsMuchAsTheySay() {
        own(ObjectOwnership.OBJECT_WRITER);
        String id = access.colleagueUser.canonicalId();
        owner.putBucketAcl(r -> r.bucket(bucket).grantWrite("id=" + id));
        access.put(colleague, "theirs");
        denied(() -> colleague.listObjectsV2(r -> r.bucket(bucket)));
        denied(() -> access.get(owner, "theirs"));
        assertThat(owner.listObjects(r -> r.bucket(bucket)).contents())
                .extracting(it -> it.owner().id())
                .containsExactlyInAnyOrder(access.ownerUser.canonicalId(), id);
        colleague.putObjectAcl(r -> r.bucket(bucket).key("theirs").acl(ObjectCannedACL.BUCKET_OWNER_READ));
        assertThat(access.get(owner, "theirs")).isEqualTo("theirs");
        denied(() -> owner.getObjectAcl(r -> r.bucket(bucket).key("theirs")));
        denied(() -> access.get(stranger, "theirs"));
        owner.deleteObject(r -> r.bucket(bucket).key("theirs"));

        owner.putBucketAcl(r -> r.bucket(bucket).grantReadACP("id=" + id));
        colleague.getBucketAcl(r -> r.bucket(bucket));
        denied(() -> colleague.putBucketAcl(r -> r.bucket(bucket).acl("public-read")));
        denied(() -> access.put(colleague, "theirs"));
        refused(
                400,
                "InvalidArgument",
                () -> owner.putBucketAcl(r -> r.bucket(bucket).grantRead("id=nobody")));
        refused(
                400,
                "UnresolvableGrantByEmailAddress",
                () -> owner.putBucketAcl(r -> r.bucket(bucket).grantRead("emailAddress=a@b.example")));
        refused(
                400,
                "InvalidRequest",
                () -> owner.putBucketAcl(r -> r.bucket(bucket).acl("private").grantRead("id=" + id)));
    }

    @Test
    void objectsHaveAclsOfTheirOwn() {
        own(ObjectOwnership.OBJECT_WRITER);
        owner.putObject(
                r -> r.bucket(bucket).key("open").acl(ObjectCannedACL.PUBLIC_READ), RequestBody.fromString("open"));
        assertThat(anonymously("GET", "/open")).isEqualTo(200);
        assertThat(anonymously("HEAD", "/open")).isEqualTo(200);
        assertThat(anonymously("GET", "/k")).isEqualTo(403);
        assertThat(anonymously("GET", "/none")).isEqualTo(403);
        assertThat(anonymously("GET", "/open?acl")).isEqualTo(403);
        assertThat(anonymously("DELETE", "/open")).isEqualTo(403);
        assertThat(anonymously("GET", "/open?tagging")).isEqualTo(403);
        access.put(owner, "open");
        assertThat(anonymously("GET", "/open")).isEqualTo(403);

        Grant grant = Grant.builder()
                .grantee(it -> it.type(Type.CANONICAL_USER).id(access.colleagueUser.canonicalId()))
                .permission(Permission.READ)
                .build();
        Owner self = owner.getObjectAcl(r -> r.bucket(bucket).key("k")).owner();
        owner.putObjectAcl(r -> r.bucket(bucket).key("k").accessControlPolicy(it -> it.owner(self)
                .grants(grant)));
        assertThat(access.get(colleague, "k")).isEqualTo("k");
        assertThat(access.get(owner, "k")).isEqualTo("k");
        denied(() -> colleague.getObjectAcl(r -> r.bucket(bucket).key("k")));
        denied(() -> colleague.getObjectTagging(r -> r.bucket(bucket).key("k")));
        String own = "own-" + bucket;
        colleague.createBucket(r -> r.bucket(own));
        colleague.copyObject(r ->
                r.sourceBucket(bucket).sourceKey("k").destinationBucket(own).destinationKey("c"));
        denied(() -> stranger.getObjectAcl(r -> r.bucket(own).key("c")));
        denied(() -> owner.putObjectAcl(r -> r.bucket(bucket).key("k").accessControlPolicy(it -> it.owner(
                        o -> o.id(access.colleagueUser.canonicalId()))
                .grants(grant))));
    }

    @Test
    void ownershipDecidesWhoseAnUploadIs() {
        access.policy(access.names().of(access.colleagueUser.id()), "s3:PutObject*");
        own(ObjectOwnership.BUCKET_OWNER_PREFERRED);
        access.put(colleague, "kept");
        colleague.putObject(
                r -> r.bucket(bucket).key("given").acl(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL),
                RequestBody.fromString("given"));
        denied(() -> access.get(owner, "kept"));
        assertThat(access.get(owner, "given")).isEqualTo("given");
        denied(() -> access.get(colleague, "given"));

        own(ObjectOwnership.BUCKET_OWNER_ENFORCED);
        assertThat(access.get(owner, "kept")).isEqualTo("kept");
        denied(() -> access.get(colleague, "kept"));

        owner.deleteBucketOwnershipControls(r -> r.bucket(bucket));
        refused(404, "OwnershipControlsNotFoundError", () -> owner.getBucketOwnershipControls(r -> r.bucket(bucket)));
        denied(() -> access.get(owner, "kept"));
        owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read"));
        refused(400, "InvalidBucketAclWithObjectOwnership", () -> own(ObjectOwnership.BUCKET_OWNER_ENFORCED));
    }

    @Test
    void bucketThatIsGivenAwayTakesItsAclsAlong() {
        own(ObjectOwnership.OBJECT_WRITER);
        String id = access.colleagueUser.canonicalId();
        owner.putBucketAcl(r -> r.bucket(bucket)
                .grantFullControl("id=" + access.ownerUser.canonicalId())
                .grantWrite("id=" + id));
        colleague.putObject(
                r -> r.bucket(bucket).key("theirs").acl(ObjectCannedACL.BUCKET_OWNER_READ),
                RequestBody.fromString("theirs"));

        PLATFORM.platform().transferBucket(access.ownerUser.id(), access.colleagueUser.id(), bucket);

        assertThat(access.get(colleague, "k")).isEqualTo("k");
        assertThat(access.get(colleague, "theirs")).isEqualTo("theirs");
        denied(() -> access.get(owner, "k"));
        denied(() -> owner.listObjectsV2(r -> r.bucket(bucket)));
        assertThat(colleague
                        .getBucketAcl(r -> r.bucket(bucket))
                        .grants()
                        .getFirst()
                        .grantee()
                        .id())
                .isEqualTo(id);
        assertThat(colleague.listBuckets().buckets())
                .extracting(it -> it.name())
                .contains(bucket);
    }

    @Test
    void publicAccessBlockKeepsThePublicOut() {
        access.policy("*", "s3:GetObject");
        assertThat(owner.getBucketPolicyStatus(r -> r.bucket(bucket))
                        .policyStatus()
                        .isPublic())
                .isTrue();
        assertThat(anonymously("GET", "/k")).isEqualTo(200);
        block(it -> it.restrictPublicBuckets(true));
        assertThat(anonymously("GET", "/k")).isEqualTo(403);
        denied(() -> access.get(stranger, "k"));
        assertThat(access.get(colleague, "k")).isEqualTo("k");
        owner.deletePublicAccessBlock(r -> r.bucket(bucket));
        assertThat(anonymously("GET", "/k")).isEqualTo(200);

        block(it -> it.blockPublicPolicy(true).blockPublicAcls(true));
        denied(() -> access.policy("*", "s3:ListBucket"));
        access.policy(access.tenantPrincipal(), "s3:ListBucket");
        assertThat(owner.getBucketPolicyStatus(r -> r.bucket(bucket))
                        .policyStatus()
                        .isPublic())
                .isFalse();
        own(ObjectOwnership.OBJECT_WRITER);
        denied(() -> owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read")));
        denied(() -> owner.putObject(
                r -> r.bucket(bucket).key("open").acl(ObjectCannedACL.AUTHENTICATED_READ),
                RequestBody.fromString("open")));

        owner.deletePublicAccessBlock(r -> r.bucket(bucket));
        owner.putBucketAcl(r -> r.bucket(bucket).acl("public-read"));
        assertThat(anonymously("GET", "")).isEqualTo(200);
        block(it -> it.ignorePublicAcls(true));
        assertThat(anonymously("GET", "")).isEqualTo(403);
        var blocked = owner.getPublicAccessBlock(r -> r.bucket(bucket)).publicAccessBlockConfiguration();
        assertThat(List.of(blocked.ignorePublicAcls(), blocked.blockPublicAcls()))
                .containsExactly(true, false);
    }

    @Test
    void policyStatusWithoutAPolicyIsNoSuchPolicy() {
        refused(404, "NoSuchBucketPolicy", () -> owner.getBucketPolicyStatus(r -> r.bucket(bucket)));
    }

    @Test
    void newBucketIsGivenOwnershipAndAcl() {
        String open = "open-" + bucket;
        owner.createBucket(r ->
                r.bucket(open).objectOwnership(ObjectOwnership.OBJECT_WRITER).acl("public-read"));
        assertThat(owner.getBucketAcl(r -> r.bucket(open)).grants()).hasSize(2);
        refused(
                400,
                "InvalidArgument",
                () -> owner.createBucket(r -> r.bucket("odd-" + bucket).objectOwnership("Nobody")));
    }
}
