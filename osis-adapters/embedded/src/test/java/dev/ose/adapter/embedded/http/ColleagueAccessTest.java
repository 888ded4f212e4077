package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.AccessFixture.denied;
import static dev.ose.adapter.embedded.http.AccessFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/** A bucket that is not shared is inaccessible to other users of its tenant and to other tenants. */
class ColleagueAccessTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final AccessFixture access = new AccessFixture(PLATFORM);
    private final String bucket = access.bucket;

    @Test
    void noOperationReachesTheBucketOfAnother() {
        access.owner.putBucketVersioning(request ->
                request.bucket(bucket).versioningConfiguration(it -> it.status(BucketVersioningStatus.ENABLED)));
        String version = access.owner
                .putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString("k"))
                .versionId();
        String upload = access.owner
                .createMultipartUpload(request -> request.bucket(bucket).key("m"))
                .uploadId();
        for (boolean hasAcls : new boolean[] {false, true}) {
            if (hasAcls) {
                access.owner.putBucketOwnershipControls(request -> request.bucket(bucket)
                        .ownershipControls(it -> it.rules(OwnershipControlsRule.builder()
                                .objectOwnership(ObjectOwnership.OBJECT_WRITER)
                                .build())));
            }
            for (S3Client other : List.of(access.colleague, access.stranger)) {
                everything(other, version, upload).forEach((name, call) -> {
                    try {
                        call.call();
                        assertThat(name).as("was let in").isNull();
                    } catch (S3Exception e) {
                        assertThat(e.statusCode()).as(name + " " + e).isEqualTo(403);
                    } catch (Throwable e) {
                        throw new AssertionError(name, e);
                    }
                });
                assertThat(other.listBuckets().buckets())
                        .noneMatch(it -> it.name().equals(bucket));
            }
        }
        assertThat(access.get(access.owner, "k")).isEqualTo("k");
        assertThat(access.owner
                        .listParts(request -> request.bucket(bucket).key("m").uploadId(upload))
                        .parts())
                .isEmpty();
    }

    private Map<String, ThrowingCallable> everything(S3Client s3, String version, String upload) {
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("HeadBucket", () -> s3.headBucket(r -> r.bucket(bucket)));
        calls.put("ListObjects", () -> s3.listObjects(r -> r.bucket(bucket)));
        calls.put("ListObjectsV2", () -> s3.listObjectsV2(r -> r.bucket(bucket)));
        calls.put("ListObjectVersions", () -> s3.listObjectVersions(r -> r.bucket(bucket)));
        calls.put("ListMultipartUploads", () -> s3.listMultipartUploads(r -> r.bucket(bucket)));
        calls.put("DeleteBucket", () -> s3.deleteBucket(r -> r.bucket(bucket)));
        calls.put("GetObject", () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("k")));
        calls.put(
                "GetObject none",
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("none")));
        calls.put(
                "GetObject version",
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("k").versionId(version)));
        calls.put(
                "GetObject no version",
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("none").versionId(version)));
        calls.put("HeadObject", () -> s3.headObject(r -> r.bucket(bucket).key("k")));
        calls.put(
                "GetObjectAttributes",
                () -> s3.getObjectAttributes(r -> r.bucket(bucket).key("k").objectAttributesWithStrings("ETag")));
        calls.put("PutObject", () -> s3.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromString("theirs")));
        calls.put(
                "PutObject giving it away",
                () -> s3.putObject(
                        r -> r.bucket(bucket).key("k").acl(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL),
                        RequestBody.fromString("theirs")));
        calls.put("DeleteObject", () -> s3.deleteObject(r -> r.bucket(bucket).key("k")));
        calls.put(
                "DeleteObject version",
                () -> s3.deleteObject(r -> r.bucket(bucket).key("k").versionId(version)));
        calls.put(
                "CopyObject from",
                () -> s3.copyObject(r -> r.sourceBucket(bucket)
                        .sourceKey("k")
                        .destinationBucket(own(s3))
                        .destinationKey("c")));
        calls.put(
                "CopyObject to",
                () -> s3.copyObject(r -> r.sourceBucket(own(s3))
                        .sourceKey("own")
                        .destinationBucket(bucket)
                        .destinationKey("k")));
        uploads(s3, upload, calls);
        settings(s3, calls);
        return calls;
    }

    private void uploads(S3Client s3, String upload, Map<String, ThrowingCallable> calls) {
        calls.put(
                "CreateMultipartUpload",
                () -> s3.createMultipartUpload(r -> r.bucket(bucket).key("m")));
        calls.put(
                "UploadPart",
                () -> s3.uploadPart(
                        r -> r.bucket(bucket).key("m").uploadId(upload).partNumber(1), RequestBody.fromString("p")));
        calls.put("ListParts", () -> s3.listParts(r -> r.bucket(bucket).key("m").uploadId(upload)));
        calls.put(
                "AbortMultipartUpload",
                () -> s3.abortMultipartUpload(r -> r.bucket(bucket).key("m").uploadId(upload)));
        calls.put(
                "AbortMultipartUpload of none",
                () -> s3.abortMultipartUpload(r -> r.bucket(bucket).key("m").uploadId("0".repeat(48))));
        calls.put(
                "CompleteMultipartUpload",
                () -> s3.completeMultipartUpload(r -> r.bucket(bucket)
                        .key("m")
                        .uploadId(upload)
                        .multipartUpload(it -> it.parts(CompletedPart.builder()
                                .partNumber(1)
                                .eTag("\"0\"")
                                .build()))));
    }

    private void settings(S3Client s3, Map<String, ThrowingCallable> calls) {
        Tagging tagging = Tagging.builder()
                .tagSet(Tag.builder().key("a").value("b").build())
                .build();
        calls.put("GetBucketAcl", () -> s3.getBucketAcl(r -> r.bucket(bucket)));
        calls.put("PutBucketAcl", () -> s3.putBucketAcl(r -> r.bucket(bucket).acl("public-read")));
        calls.put("GetObjectAcl", () -> s3.getObjectAcl(r -> r.bucket(bucket).key("k")));
        calls.put(
                "PutObjectAcl",
                () -> s3.putObjectAcl(r -> r.bucket(bucket).key("k").acl(ObjectCannedACL.PUBLIC_READ)));
        calls.put("GetBucketPolicy", () -> s3.getBucketPolicy(r -> r.bucket(bucket)));
        calls.put(
                "PutBucketPolicy",
                () -> s3.putBucketPolicy(r -> r.bucket(bucket).policy("{}")));
        calls.put("DeleteBucketPolicy", () -> s3.deleteBucketPolicy(r -> r.bucket(bucket)));
        calls.put("GetBucketPolicyStatus", () -> s3.getBucketPolicyStatus(r -> r.bucket(bucket)));
        calls.put("GetBucketOwnershipControls", () -> s3.getBucketOwnershipControls(r -> r.bucket(bucket)));
        calls.put("DeleteBucketOwnershipControls", () -> s3.deleteBucketOwnershipControls(r -> r.bucket(bucket)));
        calls.put("GetPublicAccessBlock", () -> s3.getPublicAccessBlock(r -> r.bucket(bucket)));
        calls.put("DeletePublicAccessBlock", () -> s3.deletePublicAccessBlock(r -> r.bucket(bucket)));
        calls.put("GetBucketTagging", () -> s3.getBucketTagging(r -> r.bucket(bucket)));
        calls.put(
                "PutBucketTagging",
                () -> s3.putBucketTagging(r -> r.bucket(bucket).tagging(tagging)));
        calls.put("GetBucketCors", () -> s3.getBucketCors(r -> r.bucket(bucket)));
        calls.put(
                "PutBucketCors",
                () -> s3.putBucketCors(r -> r.bucket(bucket)
                        .corsConfiguration(it -> it.corsRules(CORSRule.builder()
                                .allowedMethods("GET")
                                .allowedOrigins("*")
                                .build()))));
        calls.put("GetBucketVersioning", () -> s3.getBucketVersioning(r -> r.bucket(bucket)));
        calls.put(
                "PutBucketVersioning",
                () -> s3.putBucketVersioning(r ->
                        r.bucket(bucket).versioningConfiguration(it -> it.status(BucketVersioningStatus.SUSPENDED))));
        calls.put(
                "GetObjectTagging",
                () -> s3.getObjectTagging(r -> r.bucket(bucket).key("k")));
        calls.put(
                "PutObjectTagging",
                () -> s3.putObjectTagging(r -> r.bucket(bucket).key("k").tagging(tagging)));
        calls.put(
                "DeleteObjectTagging",
                () -> s3.deleteObjectTagging(r -> r.bucket(bucket).key("k")));
    }

    private static String own(S3Client s3) {
        List<String> names = new ArrayList<>();
        s3.listBuckets().buckets().forEach(it -> names.add(it.name()));
        if (names.isEmpty()) {
            String name = "own-" + UUID.randomUUID();
            s3.createBucket(r -> r.bucket(name));
            s3.putObject(r -> r.bucket(name).key("own"), RequestBody.fromString("own"));
            names.add(name);
        }
        return names.getFirst();
    }

    @Test
    void manyDeletionsAreDeniedOneByOne() {
        ObjectIdentifier key = ObjectIdentifier.builder().key("k").build();
        denied(() -> access.colleague.deleteObjects(r -> r.bucket(bucket).delete(it -> it.objects(key))));
        access.policy(access.names().of(access.colleagueUser.id()), "s3:ListBucket");

        var answer = access.colleague.deleteObjects(r -> r.bucket(bucket).delete(it -> it.objects(key)));

        assertThat(answer.deleted()).isEmpty();
        assertThat(answer.errors()).extracting(it -> it.code()).containsExactly("AccessDenied");
        assertThat(access.get(access.owner, "k")).isEqualTo("k");
    }

    @Test
    void policyLetsInOneColleagueOrAll() {
        access.policy(access.names().of(access.colleagueUser.id()), "s3:GetObject");
        assertThat(access.get(access.colleague, "k")).isEqualTo("k");
        denied(() -> access.put(access.colleague, "k"));
        denied(() -> access.colleague.getBucketPolicy(r -> r.bucket(bucket)));

        access.policy(access.tenantPrincipal(), "s3:PutObject");
        access.put(access.colleague, "theirs");
        denied(() -> access.get(access.colleague, "theirs"));
        assertThat(access.get(access.owner, "theirs")).isEqualTo("theirs");
        denied(() -> access.put(access.stranger, "k"));
    }

    @Test
    void initiatorAbortsAndListsItsUploadAndNoOther() {
        access.policy(access.names().of(access.colleagueUser.id()), "s3:PutObject");
        String upload = access.colleague
                .createMultipartUpload(r -> r.bucket(bucket).key("m"))
                .uploadId();
        String owners = access.owner
                .createMultipartUpload(r -> r.bucket(bucket).key("m"))
                .uploadId();

        access.colleague.listParts(r -> r.bucket(bucket).key("m").uploadId(upload));
        denied(() -> access.colleague.listParts(r -> r.bucket(bucket).key("m").uploadId(owners)));
        denied(() -> access.colleague.abortMultipartUpload(
                r -> r.bucket(bucket).key("m").uploadId(owners)));
        access.colleague.abortMultipartUpload(r -> r.bucket(bucket).key("m").uploadId(upload));
        refused(
                404,
                "NoSuchUpload",
                () -> access.owner.listParts(r -> r.bucket(bucket).key("m").uploadId(upload)));
    }
}
