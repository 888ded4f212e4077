package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.FoundPage;
import dev.ose.client.ObjectsApi;
import dev.ose.client.SyncApi;
import dev.ose.client.SyncRunState;
import dev.ose.client.SyncRunView;
import dev.ose.client.Usage;
import dev.ose.client.UsageApi;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whatever is kept beside the newest versions of objects is counted, and equals what the platform lists. */
abstract class VersionedUsageContract {

    /** More than a page of a listing has, of one key alone. */
    private static final int MANY = 1_020;

    /** The minimum size of a part that is not the last. */
    private static final int PART = 5 * Samples.MIB;

    /** The node. */
    abstract Node node();

    @Test
    void olderVersionsAndDeleteMarkersAreCounted() {
        AdminApi.Account ann = node().admin().makeTenant("versions-" + System.nanoTime());
        S3Target target = node().target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        String bucket = "/kept-" + System.nanoTime();
        send(target, SignedRequest.of("PUT", bucket), 200);
        send(target, SignedRequest.of("PUT", bucket + "/k").body("from before"), 200);
        version(target, bucket, "Enabled");

        send(target, SignedRequest.of("PUT", bucket + "/k").body("1234"), 200);
        send(target, SignedRequest.of("PUT", bucket + "/k").body("12345678"), 200);
        send(target, SignedRequest.of("PUT", bucket + "/k%2B%20%C3%BC").body("12"), 200);
        assertUsage(ann, bucket, 2, 10, 2, 15);

        WireAnswer marker = send(target, SignedRequest.of("DELETE", bucket + "/k"), 204);
        assertUsage(ann, bucket, 1, 2, 4, 23);
        send(target, SignedRequest.of("DELETE", bucket + "/k?versionId=" + marker.header("x-amz-version-id")), 204);
        assertUsage(ann, bucket, 2, 10, 2, 15);
        send(target, SignedRequest.of("DELETE", bucket + "/k?versionId=null"), 204);
        assertUsage(ann, bucket, 2, 10, 1, 4);

        String deletion = "<Delete><Quiet>true</Quiet><Object><Key>k</Key></Object></Delete>";
        send(
                target,
                SignedRequest.of("POST", bucket + "?delete=")
                        .header("content-md5", Checksums.md5(deletion.getBytes(StandardCharsets.UTF_8)))
                        .body(deletion),
                200);
        assertUsage(ann, bucket, 1, 2, 3, 12);
        version(target, bucket, "Suspended");
        send(target, SignedRequest.of("PUT", bucket + "/k").body("a"), 200);
        send(target, SignedRequest.of("PUT", bucket + "/k").body("bc"), 200);
        assertUsage(ann, bucket, 2, 4, 3, 12);
        send(target, SignedRequest.of("DELETE", bucket + "/k"), 204);
        assertUsage(ann, bucket, 1, 2, 4, 12);
        assertEqualsThePlatform(ann, target, bucket);
    }

    /** Counters are updated before the answer, whatever the platform omits in its own. */
    @Test
    void completedUploadIsCountedAsAnObjectAtOnceAndNoLongerAsParts() {
        AdminApi.Account ann = node().admin().makeTenant("parts-" + System.nanoTime());
        S3Target target = node().target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        String bucket = "/parts-" + System.nanoTime();
        send(target, SignedRequest.of("PUT", bucket), 200);
        String upload = send(target, SignedRequest.of("POST", bucket + "/k?uploads="), 200)
                .element("UploadId");
        String of = bucket + "/k?uploadId=" + URLEncoder.encode(upload, StandardCharsets.UTF_8);
        String first = part(target, of, 1, PART);
        String second = part(target, of, 2, 7);
        assertUsageAtOnce(ann, bucket, 0, 0, PART + 7);

        WireAnswer completed = send(
                target,
                SignedRequest.of("POST", of)
                        .body("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + first
                                + "</ETag></Part><Part><PartNumber>2</PartNumber><ETag>" + second
                                + "</ETag></Part></CompleteMultipartUpload>"),
                200);

        assertUsageAtOnce(ann, bucket, 1, PART + 7, 0);
        WireAnswer head = send(target, SignedRequest.of("HEAD", bucket + "/k"), 200);
        assertThat(completed.element("ETag").replace("&quot;", "\"")).isEqualTo(head.header("etag"));
        FoundPage found =
                node().admin().ask(ObjectsApi.findObjects(ann.tenant()).filter("bucket==" + bucket.substring(1)));
        assertThat(found.items().getFirst().etag())
                .isEqualTo(head.header("etag").replace("\"", ""));
    }

    private static String part(S3Target target, String of, int number, int sizeBytes) {
        return send(
                        target,
                        SignedRequest.of("PUT", of + "&partNumber=" + number).body("x".repeat(sizeBytes)),
                        200)
                .header("etag");
    }

    /** Without waiting. */
    private void assertUsageAtOnce(AdminApi.Account ann, String bucket, long objects, long bytes, long partBytes) {
        assertThat(usage(ann, bucket).json().toString())
                .startsWith(
                        "{\"objects\":%d,\"storedBytes\":%d,\"partBytes\":%d,".formatted(objects, bytes, partBytes));
    }

    /** Counted by looking at answers to writes, and equal to what a comparison reads page by page. */
    @Test
    void comparisonFindsNothingThatIsNotKnown() {
        AdminApi.Account ann = node().admin().makeTenant("compared-" + System.nanoTime());
        S3Target target = node().target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        String bucket = "/compared-" + System.nanoTime();
        send(target, SignedRequest.of("PUT", bucket), 200);
        version(target, bucket, "Enabled");
        send(target, SignedRequest.of("PUT", bucket + "/a").body("1"), 200);
        for (int i = 0; i < MANY; i++) {
            send(target, SignedRequest.of("PUT", bucket + "/b").body("12"), 200);
        }
        send(target, SignedRequest.of("DELETE", bucket + "/b"), 204);
        send(target, SignedRequest.of("PUT", bucket + "/c").body("1234"), 200);
        assertUsage(ann, bucket, 2, 5, MANY + 1, 2 * MANY);

        node().admin().ask(SyncApi.syncBucket(ann.tenant(), bucket.substring(1)));
        Ports.await("the end of the comparison", Duration.ofMinutes(1), () -> newest(ann, bucket)
                .state()
                .equals(SyncRunState.DONE));

        SyncRunView run = newest(ann, bucket);
        assertThat(run.listed()).isEqualTo(3);
        assertThat(run.missing()).isZero();
        assertThat(run.extra()).isZero();
        assertThat(run.differing()).isZero();
        assertEqualsThePlatform(ann, target, bucket);
    }

    private SyncRunView newest(AdminApi.Account ann, String bucket) {
        return node().admin()
                .ask(SyncApi.listSyncRuns(ann.tenant(), bucket.substring(1)))
                .items()
                .getFirst();
    }

    private Usage usage(AdminApi.Account ann, String bucket) {
        return node().admin().ask(UsageApi.getBucketUsage(ann.tenant(), bucket.substring(1)));
    }

    private void assertEqualsThePlatform(AdminApi.Account ann, S3Target target, String bucket) {
        Listing newest = Listing.of(target, bucket.substring(1));
        Listing.Versions all = Listing.Versions.of(target, bucket.substring(1));
        Usage usage = usage(ann, bucket);
        assertThat(usage.olderVersions())
                .isEqualTo(all.count() - newest.entries().size());
        assertThat(usage.olderBytes()).isEqualTo(all.sizeBytes() - newest.sizeBytes());
    }

    private void assertUsage(
            AdminApi.Account ann, String bucket, long objects, long bytes, long olderVersions, long olderBytes) {
        String expected = "{\"objects\":%d,\"storedBytes\":%d,\"partBytes\":0,\"olderVersions\":%d,\"olderBytes\":%d}"
                .formatted(objects, bytes, olderVersions, olderBytes);
        Ports.await(
                expected,
                Duration.ofSeconds(20),
                () -> usage(ann, bucket).json().toString().equals(expected));
    }

    private static void version(S3Target target, String bucket, String status) {
        send(
                target,
                SignedRequest.of("PUT", bucket + "?versioning=")
                        .body("<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Status>"
                                + status + "</Status></VersioningConfiguration>"),
                200);
    }

    private static WireAnswer send(S3Target target, SignedRequest request, int status) {
        WireAnswer answer = Wire.send(target, request);
        answer.assertStatus(status);
        return answer;
    }
}
