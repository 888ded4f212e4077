package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

class VersioningTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @Test
    void statusIsToldAndKept() {
        assertThat(s3.getBucketVersioning(request -> request.bucket(bucket)).status())
                .isNull();

        version(BucketVersioningStatus.ENABLED);

        assertThat(s3.getBucketVersioning(request -> request.bucket(bucket)).status())
                .isEqualTo(BucketVersioningStatus.ENABLED);
    }

    @Test
    void everyWriteAddsAVersionThatStaysReadable() {
        version(BucketVersioningStatus.ENABLED);

        String one = put("one");
        String two = put("two");

        assertThat(one).isLessThan(two);
        assertThat(get(null)).isEqualTo("two");
        assertThat(get(one)).isEqualTo("one");
        assertThat(versions()).extracting(ObjectVersion::versionId).containsExactly(two, one);
        assertThat(versions()).extracting(ObjectVersion::isLatest).containsExactly(true, false);
    }

    @Test
    void deleteMarkerHidesAndItsDeletionShowsAgain() {
        version(BucketVersioningStatus.ENABLED);
        put("one");

        var marker = s3.deleteObject(request -> request.bucket(bucket).key("k"));

        assertThat(marker.deleteMarker()).isTrue();
        assertThatThrownBy(() -> get(null))
                .isInstanceOf(NoSuchKeyException.class)
                .satisfies(e -> assertThat(((NoSuchKeyException) e)
                                .awsErrorDetails()
                                .sdkHttpResponse()
                                .firstMatchingHeader("x-amz-delete-marker"))
                        .contains("true"));
        assertThatThrownBy(() -> get(marker.versionId())).satisfies(e -> failed(e, 405, "MethodNotAllowed"));
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .isEmpty();

        var undone = s3.deleteObject(request -> request.bucket(bucket).key("k").versionId(marker.versionId()));

        assertThat(undone.deleteMarker()).isTrue();
        assertThat(get(null)).isEqualTo("one");
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .hasSize(1);
    }

    @Test
    void versionIdThatIsNoneIsRefusedByWritesAsByReads() {
        version(BucketVersioningStatus.ENABLED);
        String one = put("one");

        assertThatThrownBy(() -> get("invalid")).satisfies(e -> failed(e, 400, "InvalidArgument"));
        assertThatThrownBy(() -> s3.deleteObject(
                        request -> request.bucket(bucket).key("k").versionId("invalid")))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
        var several = s3.deleteObjects(request -> request.bucket(bucket)
                .delete(it -> it.objects(
                        ObjectIdentifier.builder().key("k").versionId("invalid").build(),
                        ObjectIdentifier.builder().key("k").versionId(one).build())));
        assertThat(several.errors()).extracting(it -> it.code()).containsExactly("InvalidArgument");
        assertThat(several.deleted()).extracting(it -> it.versionId()).containsExactly(one);
    }

    @Test
    void deletingTheNewestVersionPromotesTheOneBefore() {
        version(BucketVersioningStatus.ENABLED);
        put("one");
        String two = put("two");

        s3.deleteObject(request -> request.bucket(bucket).key("k").versionId(two));

        assertThat(get(null)).isEqualTo("one");
        assertThat(versions()).extracting(ObjectVersion::isLatest).containsExactly(true);
    }

    @Test
    void suspendedBucketReplacesTheNullVersionOnly() {
        put("before");
        version(BucketVersioningStatus.ENABLED);
        String kept = put("kept");
        version(BucketVersioningStatus.SUSPENDED);

        put("null one");
        put("null two");

        assertThat(versions()).extracting(ObjectVersion::versionId).containsExactly("null", kept);
        assertThat(get("null")).isEqualTo("null two");
        assertThat(get(kept)).isEqualTo("kept");

        var marker = s3.deleteObject(request -> request.bucket(bucket).key("k"));

        assertThat(marker.versionId()).isEqualTo("null");
        assertThat(marker.deleteMarker()).isTrue();
        assertThat(versions()).extracting(ObjectVersion::versionId).containsExactly(kept);
    }

    @Test
    void deleteObjectsMakesMarkersAndDeletesVersions() {
        version(BucketVersioningStatus.ENABLED);
        String one = put("one");
        put("two");

        var first = s3.deleteObjects(request -> request.bucket(bucket)
                .delete(delete -> delete.objects(
                        ObjectIdentifier.builder().key("k").versionId(one).build(),
                        ObjectIdentifier.builder().key("k").build(),
                        ObjectIdentifier.builder().key("other").build())));

        assertThat(first.deleted())
                .extracting(deleted -> deleted.deleteMarker())
                .containsExactly(null, true, true);
        assertThat(versions()).extracting(ObjectVersion::isLatest).containsExactly(false);
        assertThat(s3.listObjectVersions(request -> request.bucket(bucket)).deleteMarkers())
                .hasSize(2)
                .allMatch(marker -> marker.isLatest());
    }

    @Test
    void unknownAndImpossibleVersionsDiffer() {
        version(BucketVersioningStatus.ENABLED);
        String id = put("one");
        String unknown = "0".repeat(15) + "1" + id.substring(16);

        assertThatThrownBy(() -> get(unknown)).satisfies(e -> failed(e, 404, "NoSuchVersion"));
        assertThatThrownBy(() -> get("nonsense")).satisfies(e -> failed(e, 400, "InvalidArgument"));
    }

    @Test
    void deletingABucketWithVersionsIsRefused() {
        version(BucketVersioningStatus.ENABLED);
        put("one");
        s3.deleteObject(request -> request.bucket(bucket).key("k"));

        assertThatThrownBy(() -> s3.deleteBucket(request -> request.bucket(bucket)))
                .satisfies(e -> failed(e, 409, "BucketNotEmpty"));
    }

    @Test
    void versionListingGoesOnWhereItStopped() {
        version(BucketVersioningStatus.ENABLED);
        for (int i = 0; i < 5; i++) {
            put("v" + i);
        }

        var pages =
                s3.listObjectVersionsPaginator(request -> request.bucket(bucket).maxKeys(2));

        assertThat(pages.stream().toList()).hasSize(3);
        assertThat(pages.versions().stream().map(ObjectVersion::versionId).toList())
                .isEqualTo(versions().stream().map(ObjectVersion::versionId).toList())
                .hasSize(5);
    }

    private void version(BucketVersioningStatus status) {
        s3.putBucketVersioning(
                request -> request.bucket(bucket).versioningConfiguration(versioning -> versioning.status(status)));
    }

    private String put(String text) {
        String id = s3.putObject(request -> request.bucket(bucket).key("k"), RequestBody.fromString(text))
                .versionId();
        return id == null ? "null" : id;
    }

    private String get(@Nullable String version) {
        return s3.getObjectAsBytes(request -> request.bucket(bucket).key("k").versionId(version))
                .asUtf8String();
    }

    private List<ObjectVersion> versions() {
        return s3.listObjectVersions(request -> request.bucket(bucket)).versions();
    }
}
