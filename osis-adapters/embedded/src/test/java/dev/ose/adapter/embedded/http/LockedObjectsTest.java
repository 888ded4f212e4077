package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DefaultRetention;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

class LockedObjectsTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final Instant tomorrow = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);
    private final Instant nextWeek = Instant.now().plus(Duration.ofDays(7)).truncatedTo(ChronoUnit.SECONDS);

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = "b-" + UUID.randomUUID();

    LockedObjectsTest() {
        s3.createBucket(request -> request.bucket(bucket).objectLockEnabledForBucket(true));
    }

    @ParameterizedTest
    @EnumSource(
            value = ObjectLockMode.class,
            names = {"GOVERNANCE", "COMPLIANCE"})
    void retainedVersionStaysAndIsHiddenByAMarkerOnly(ObjectLockMode mode) {
        String version = put(request -> request.objectLockMode(mode).objectLockRetainUntilDate(tomorrow));

        assertThatThrownBy(() -> delete(version, false)).satisfies(e -> failed(e, 403, "AccessDenied"));
        assertThat(s3.deleteObject(request -> request.bucket(bucket).key("k")).deleteMarker())
                .isTrue();
        assertThat(get(version)).isEqualTo("x");
        assertThatThrownBy(() -> s3.deleteBucket(request -> request.bucket(bucket)))
                .satisfies(e -> failed(e, 409, "BucketNotEmpty"));
    }

    @Test
    void bypassEndsGovernanceAndNotCompliance() {
        String governed =
                put(request -> request.objectLockMode(ObjectLockMode.GOVERNANCE).objectLockRetainUntilDate(tomorrow));
        String compliant =
                put(request -> request.objectLockMode(ObjectLockMode.COMPLIANCE).objectLockRetainUntilDate(tomorrow));

        delete(governed, true);

        assertThatThrownBy(() -> get(governed)).satisfies(e -> failed(e, 404, "NoSuchVersion"));
        assertThatThrownBy(() -> delete(compliant, true)).satisfies(e -> failed(e, 403, "AccessDenied"));
    }

    @Test
    void retentionIsToldAndChangesByItsRules() {
        String version =
                put(request -> request.objectLockMode(ObjectLockMode.GOVERNANCE).objectLockRetainUntilDate(tomorrow));

        var head = s3.headObject(request -> request.bucket(bucket).key("k"));
        assertThat(head.objectLockMode()).isEqualTo(ObjectLockMode.GOVERNANCE);
        assertThat(head.objectLockRetainUntilDate()).isEqualTo(tomorrow);
        retain(version, ObjectLockRetentionMode.GOVERNANCE, nextWeek, false);
        assertThatThrownBy(() -> retain(version, ObjectLockRetentionMode.GOVERNANCE, tomorrow, false))
                .satisfies(e -> failed(e, 403, "AccessDenied"));
        retain(version, ObjectLockRetentionMode.COMPLIANCE, tomorrow, true);
        assertThatThrownBy(() -> retain(version, null, null, true)).satisfies(e -> failed(e, 403, "AccessDenied"));
        assertThat(s3.getObjectRetention(
                                request -> request.bucket(bucket).key("k").versionId(version))
                        .retention())
                .satisfies(retention -> {
                    assertThat(retention.mode()).isEqualTo(ObjectLockRetentionMode.COMPLIANCE);
                    assertThat(retention.retainUntilDate()).isEqualTo(tomorrow);
                });
    }

    @Test
    void bypassTakesGovernanceAway() {
        String version =
                put(request -> request.objectLockMode(ObjectLockMode.GOVERNANCE).objectLockRetainUntilDate(tomorrow));

        retain(version, null, null, true);

        assertThatThrownBy(() ->
                        s3.getObjectRetention(request -> request.bucket(bucket).key("k")))
                .satisfies(e -> failed(e, 404, "NoSuchObjectLockConfiguration"));
        delete(version, false);
    }

    @Test
    void legalHoldStaysUntilItIsLifted() {
        String version = put(request -> request.objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON));

        assertThat(s3.headObject(request -> request.bucket(bucket).key("k")).objectLockLegalHoldStatus())
                .isEqualTo(ObjectLockLegalHoldStatus.ON);
        assertThatThrownBy(() -> delete(version, true)).satisfies(e -> failed(e, 403, "AccessDenied"));

        s3.putObjectLegalHold(request ->
                request.bucket(bucket).key("k").legalHold(hold -> hold.status(ObjectLockLegalHoldStatus.OFF)));

        assertThat(s3.getObjectLegalHold(request -> request.bucket(bucket).key("k"))
                        .legalHold()
                        .status())
                .isEqualTo(ObjectLockLegalHoldStatus.OFF);
        delete(version, false);
    }

    @Test
    void deleteObjectsTellsWhichVersionsAreKept() {
        String free = put(request -> {});
        String held = put(request -> request.objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON));

        var answer = s3.deleteObjects(
                request -> request.bucket(bucket).delete(delete -> delete.objects(identifier(free), identifier(held))));

        assertThat(answer.deleted()).extracting(deleted -> deleted.versionId()).containsExactly(free);
        assertThat(answer.errors()).hasSize(1).allSatisfy(error -> {
            assertThat(error.code()).isEqualTo("AccessDenied");
            assertThat(error.versionId()).isEqualTo(held);
        });
        assertThat(get(held)).isEqualTo("x");
    }

    @Test
    void defaultRetentionIsGivenToVersionsThatAskForNone() {
        configure(DefaultRetention.builder()
                .mode(ObjectLockRetentionMode.GOVERNANCE)
                .days(3)
                .build());

        String version = put(request -> request.checksumAlgorithm(ChecksumAlgorithm.CRC32));
        s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(bucket)
                .destinationKey("copy"));

        for (String key : new String[] {"k", "copy"}) {
            var head = s3.headObject(request -> request.bucket(bucket).key(key));
            assertThat(head.objectLockMode()).isEqualTo(ObjectLockMode.GOVERNANCE);
            assertThat(head.objectLockRetainUntilDate())
                    .isBetween(
                            head.lastModified().plus(Duration.ofDays(3)),
                            head.lastModified().plus(Duration.ofDays(3)).plusSeconds(1));
        }
        assertThatThrownBy(() -> delete(version, false)).satisfies(e -> failed(e, 403, "AccessDenied"));
    }

    @Test
    void copyTakesNoLockAlong() {
        put(request -> request.objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON)
                .objectLockMode(ObjectLockMode.COMPLIANCE)
                .objectLockRetainUntilDate(tomorrow));

        s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(bucket)
                .destinationKey("copy"));

        assertThat(s3.headObject(request -> request.bucket(bucket).key("copy")).objectLockMode())
                .isNull();
    }

    @Test
    void uploadInPartsIsLockedAsItsCreatorAsked() {
        String upload = s3.createMultipartUpload(request -> request.bucket(bucket)
                        .key("k")
                        .objectLockMode(ObjectLockMode.COMPLIANCE)
                        .objectLockRetainUntilDate(tomorrow)
                        .objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.OFF))
                .uploadId();
        assertThatThrownBy(() -> s3.uploadPart(
                        request ->
                                request.bucket(bucket).key("k").uploadId(upload).partNumber(1),
                        RequestBody.fromString("x")))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        String tag = s3.uploadPart(
                        request -> request.bucket(bucket)
                                .key("k")
                                .uploadId(upload)
                                .partNumber(1)
                                .contentMD5("ndTkYSaMgDT1yFZOFVxnpg=="),
                        RequestBody.fromString("x"))
                .eTag();

        String version = s3.completeMultipartUpload(request -> request.bucket(bucket)
                        .key("k")
                        .uploadId(upload)
                        .multipartUpload(parts -> parts.parts(
                                CompletedPart.builder().partNumber(1).eTag(tag).build())))
                .versionId();

        assertThatThrownBy(() -> delete(version, true)).satisfies(e -> failed(e, 403, "AccessDenied"));
        assertThat(s3.headObject(request -> request.bucket(bucket).key("k")).objectLockLegalHoldStatus())
                .isEqualTo(ObjectLockLegalHoldStatus.OFF);
    }

    @Test
    void uploadThatIsToBeLockedMustStateADigest() {
        assertThatThrownBy(() -> s3.putObject(
                        request -> request.bucket(bucket)
                                .key("k")
                                .objectLockMode(ObjectLockMode.GOVERNANCE)
                                .objectLockRetainUntilDate(tomorrow),
                        RequestBody.fromString("x")))
                .hasMessageContaining("Content-MD5 OR x-amz-checksum-")
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
    }

    @Test
    void headersThatCannotBeAreRefused() {
        assertThatThrownBy(() -> put(request -> request.objectLockMode(ObjectLockMode.GOVERNANCE)))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
        assertThatThrownBy(() -> put(request -> request.objectLockMode("none").objectLockRetainUntilDate(tomorrow)))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
        assertThatThrownBy(() -> put(request ->
                        request.objectLockMode(ObjectLockMode.GOVERNANCE).objectLockRetainUntilDate(Instant.EPOCH)))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
        assertThatThrownBy(() -> put(request -> request.objectLockLegalHoldStatus("maybe")))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
    }

    @Test
    void bucketWithoutObjectLockKnowsNone() {
        String plain = PLATFORM.newBucket();
        s3.putObject(request -> request.bucket(plain).key("k"), RequestBody.fromString("x"));

        assertThatThrownBy(() -> s3.getObjectLockConfiguration(request -> request.bucket(plain)))
                .satisfies(e -> failed(e, 404, "ObjectLockConfigurationNotFoundError"));
        assertThatThrownBy(() ->
                        s3.getObjectRetention(request -> request.bucket(plain).key("k")))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        assertThatThrownBy(() -> s3.putObjectLegalHold(request ->
                        request.bucket(plain).key("k").legalHold(hold -> hold.status(ObjectLockLegalHoldStatus.ON))))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        assertThatThrownBy(() -> s3.putObject(
                        request -> request.bucket(plain)
                                .key("k")
                                .objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON)
                                .checksumAlgorithm(ChecksumAlgorithm.CRC32),
                        RequestBody.fromString("x")))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
    }

    @Test
    void bucketThatKeepsVersionsCanGetObjectLock() {
        String plain = PLATFORM.newBucket();
        s3.putObject(request -> request.bucket(plain).key("k"), RequestBody.fromString("x"));
        assertThatThrownBy(() -> configure(plain, null)).satisfies(e -> failed(e, 409, "InvalidBucketState"));
        s3.putBucketVersioning(request -> request.bucket(plain)
                .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)));

        configure(plain, null);
        s3.putObjectLegalHold(
                request -> request.bucket(plain).key("k").legalHold(hold -> hold.status(ObjectLockLegalHoldStatus.ON)));

        assertThatThrownBy(() -> s3.deleteObject(
                        request -> request.bucket(plain).key("k").versionId("null")))
                .satisfies(e -> failed(e, 403, "AccessDenied"));
    }

    private void configure(DefaultRetention retention) {
        configure(bucket, retention);
    }

    private void configure(String name, @Nullable DefaultRetention retention) {
        s3.putObjectLockConfiguration(request -> request.bucket(name).objectLockConfiguration(configuration -> {
            configuration.objectLockEnabled("Enabled");
            if (retention != null) {
                configuration.rule(rule -> rule.defaultRetention(retention));
            }
        }));
    }

    private String put(Consumer<PutObjectRequest.Builder> more) {
        return s3.putObject(
                        request -> {
                            request.bucket(bucket).key("k").checksumAlgorithm(ChecksumAlgorithm.CRC32);
                            more.accept(request);
                        },
                        RequestBody.fromString("x"))
                .versionId();
    }

    private void retain(
            String version, @Nullable ObjectLockRetentionMode mode, @Nullable Instant until, boolean bypass) {
        s3.putObjectRetention(request -> request.bucket(bucket)
                .key("k")
                .versionId(version)
                .bypassGovernanceRetention(bypass)
                .retention(retention -> retention.mode(mode).retainUntilDate(until)));
    }

    private void delete(String version, boolean bypass) {
        s3.deleteObject(
                request -> request.bucket(bucket).key("k").versionId(version).bypassGovernanceRetention(bypass));
    }

    private String get(String version) {
        return s3.getObjectAsBytes(request -> request.bucket(bucket).key("k").versionId(version))
                .asUtf8String();
    }

    private static ObjectIdentifier identifier(String version) {
        return ObjectIdentifier.builder().key("k").versionId(version).build();
    }
}
