package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;

class MultipartTest {

    private static final int PART = 5 << 20;

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();
    private final long filesBefore = PLATFORM.countFiles();

    @Test
    void partsBecomeOneObject() {
        String upload = create();
        byte[] first = random(PART, 1);
        byte[] second = random(1000, 2);
        List<CompletedPart> parts = List.of(put(upload, 3, first), put(upload, 7, second));

        var done = complete(upload, parts);

        assertThat(done.eTag()).matches("\"[0-9a-f]{32}-2\"");
        assertThat(get(null)).isEqualTo(concat(first, second));
        String across = "bytes=" + (PART - 10) + "-" + (PART + 9);
        assertThat(get(across)).hasSize(20).startsWith(tail(first, 10));
        var part =
                s3.getObjectAsBytes(request -> request.bucket(bucket).key("k").partNumber(2));
        assertThat(part.asByteArray()).isEqualTo(second);
        assertThat(part.response().partsCount()).isEqualTo(2);
        assertThatThrownBy(() ->
                        s3.headObject(request -> request.bucket(bucket).key("k").partNumber(3)))
                .hasMessageContaining("416");
        assertThat(filesOnDisk()).isEqualTo(2);
    }

    @Test
    void completingAgainAnswersTheSame() {
        String upload = create();
        List<CompletedPart> parts = List.of(put(upload, 1, random(10, 1)));

        var once = complete(upload, parts);
        var twice = complete(upload, parts);

        assertThat(twice.eTag()).isEqualTo(once.eTag());
        CompletedPart other = CompletedPart.builder()
                .partNumber(1)
                .eTag("\"" + "0".repeat(32) + "\"")
                .build();
        assertThatThrownBy(() -> complete(upload, List.of(other))).isInstanceOf(NoSuchUploadException.class);
    }

    @Test
    void completingAnUnknownUploadTellsSoWhateverItsPartsAre() {
        CompletedPart odd =
                CompletedPart.builder().partNumber(1).eTag("\"noMD5\"").build();

        assertThatThrownBy(() -> complete("0".repeat(48), List.of(odd))).isInstanceOf(NoSuchUploadException.class);
    }

    @Test
    void abortingAgainDoesNothingMoreAndAnUnknownUploadIsTold() {
        String upload = create();
        abort(upload);

        abort(upload);

        assertThatThrownBy(() -> abort("0".repeat(48))).isInstanceOf(NoSuchUploadException.class);
        String completed = create();
        complete(completed, List.of(put(completed, 1, random(10, 1))));
        assertThatThrownBy(() -> abort(completed)).isInstanceOf(NoSuchUploadException.class);
        assertThat(get(null)).isEqualTo(random(10, 1));
    }

    private void abort(String upload) {
        s3.abortMultipartUpload(request -> request.bucket(bucket).key("k").uploadId(upload));
    }

    @Test
    void markerThatIsNoUploadIdIsRefused() {
        String upload = create();

        assertThatThrownBy(() -> uploadsAfter("bogus")).satisfies(e -> failed(e, 400, "InvalidArgument"));
        assertThat(uploadsAfter("0".repeat(48))).containsExactly(upload);
        assertThat(uploadsAfter(upload)).isEmpty();
    }

    private List<String> uploadsAfter(String marker) {
        return s3
                .listMultipartUploads(
                        request -> request.bucket(bucket).keyMarker("k").uploadIdMarker(marker))
                .uploads()
                .stream()
                .map(it -> it.uploadId())
                .toList();
    }

    @Test
    void wrongListsAreRefusedAndTheUploadStays() {
        String upload = create();
        CompletedPart one = put(upload, 1, random(100, 1));
        CompletedPart two = put(upload, 2, random(100, 2));
        CompletedPart wrong = one.toBuilder().eTag(two.eTag()).build();

        assertThatThrownBy(() -> complete(upload, List.of(one, two))).satisfies(e -> failed(e, 400, "EntityTooSmall"));
        assertThatThrownBy(() -> complete(upload, List.of(two, one)))
                .satisfies(e -> failed(e, 400, "InvalidPartOrder"));
        assertThatThrownBy(() -> complete(upload, List.of(two, two)))
                .satisfies(e -> failed(e, 400, "InvalidPartOrder"));
        assertThatThrownBy(() -> complete(upload, List.of(wrong))).satisfies(e -> failed(e, 400, "InvalidPart"));

        complete(upload, List.of(two));
        assertThat(get(null)).isEqualTo(random(100, 2));
    }

    @Test
    void partIsReplacedAndListed() {
        String upload = create();
        put(upload, 1, random(100, 1));
        CompletedPart again = put(upload, 1, random(200, 2));
        put(upload, 2, random(10, 3));

        var parts = s3.listParts(
                request -> request.bucket(bucket).key("k").uploadId(upload).maxParts(1));

        assertThat(parts.parts()).singleElement().satisfies(part -> {
            assertThat(part.size()).isEqualTo(200);
            assertThat(part.eTag()).isEqualTo(again.eTag());
        });
        assertThat(parts.isTruncated()).isTrue();
        assertThat(parts.nextPartNumberMarker()).isEqualTo(1);
        assertThat(s3.listMultipartUploads(request -> request.bucket(bucket)).uploads())
                .extracting(found -> found.uploadId())
                .containsExactly(upload);
    }

    @Test
    void abortLeavesNothing() {
        String upload = create();
        put(upload, 1, random(100, 1));

        s3.abortMultipartUpload(request -> request.bucket(bucket).key("k").uploadId(upload));

        assertThat(filesOnDisk()).isZero();
        assertThatThrownBy(() -> put(upload, 2, random(1, 1))).isInstanceOf(NoSuchUploadException.class);
        assertThat(s3.listMultipartUploads(request -> request.bucket(bucket)).uploads())
                .isEmpty();
    }

    @Test
    void deletingABucketDropsItsUploads() {
        String upload = create();
        put(upload, 1, random(100, 1));

        s3.deleteBucket(request -> request.bucket(bucket));

        assertThat(filesOnDisk()).isZero();
    }

    @Test
    void compositeAndFullObjectChecksumsAreMade() {
        String composite = checksummed(ChecksumAlgorithm.SHA256, ChecksumType.COMPOSITE);
        String full = checksummed(ChecksumAlgorithm.CRC32, ChecksumType.FULL_OBJECT);

        assertThat(composite).endsWith("-2");
        CRC32 crc = new CRC32();
        crc.update(random(PART, 1));
        crc.update(random(10, 2));
        byte[] expected = ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
        assertThat(full).isEqualTo(Base64.getEncoder().encodeToString(expected));
    }

    /** Checksums in the list are compared even if the upload was created without one. */
    @Test
    void checksumsThatTheListStatesAreCompared() {
        for (ChecksumAlgorithm created : new ChecksumAlgorithm[] {null, ChecksumAlgorithm.CRC32}) {
            String upload = s3.createMultipartUpload(
                            request -> request.bucket(bucket).key("k").checksumAlgorithm(created))
                    .uploadId();
            String crc = crc32(random(100, 1));
            s3.uploadPart(
                    request -> request.bucket(bucket)
                            .key("k")
                            .uploadId(upload)
                            .partNumber(1)
                            .checksumCRC32(crc),
                    RequestBody.fromBytes(random(100, 1)));
            CompletedPart part =
                    s3.listParts(request -> request.bucket(bucket).key("k").uploadId(upload)).parts().stream()
                            .map(found -> CompletedPart.builder()
                                    .partNumber(1)
                                    .eTag(found.eTag())
                                    .build())
                            .findFirst()
                            .orElseThrow();

            assertThatThrownBy(() -> complete(
                            upload,
                            List.of(part.toBuilder().checksumCRC32("AAAAAA==").build())))
                    .satisfies(e -> failed(e, 400, "InvalidPart"));
            assertThatThrownBy(() -> complete(
                            upload,
                            List.of(part.toBuilder()
                                    .checksumXXHASH3("AAAAAAAAAAA=")
                                    .build())))
                    .satisfies(e -> failed(e, 400, "InvalidPart"));
            complete(upload, List.of(part.toBuilder().checksumCRC32(crc).build()));
            assertThat(get(null)).isEqualTo(random(100, 1));
        }
    }

    @Test
    void completionMustNameTheTypeThatTheUploadWasCreatedFor() {
        String upload = s3.createMultipartUpload(request -> request.bucket(bucket)
                        .key("k")
                        .checksumAlgorithm(ChecksumAlgorithm.CRC32)
                        .checksumType(ChecksumType.COMPOSITE))
                .uploadId();
        String without = create();
        List<CompletedPart> parts = List.of(put(upload, 1, random(100, 1)));
        List<CompletedPart> partsWithout = List.of(put(without, 1, random(100, 1)));

        assertThatThrownBy(() -> complete(upload, parts, ChecksumType.FULL_OBJECT))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        assertThatThrownBy(() -> complete(without, partsWithout, ChecksumType.COMPOSITE))
                .satisfies(e -> failed(e, 400, "InvalidRequest"));
        complete(upload, parts, ChecksumType.COMPOSITE);
        assertThat(get(null)).isEqualTo(random(100, 1));
    }

    private void complete(String upload, List<CompletedPart> parts, ChecksumType type) {
        s3.completeMultipartUpload(request -> request.bucket(bucket)
                .key("k")
                .uploadId(upload)
                .checksumType(type)
                .multipartUpload(list -> list.parts(parts)));
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private String checksummed(ChecksumAlgorithm algorithm, ChecksumType type) {
        String upload = s3.createMultipartUpload(request -> request.bucket(bucket)
                        .key("k")
                        .checksumAlgorithm(algorithm)
                        .checksumType(type))
                .uploadId();
        List<CompletedPart> parts = List.of(put(upload, 1, random(PART, 1)), put(upload, 2, random(10, 2)));
        complete(upload, parts);
        var head = s3.headObject(request -> request.bucket(bucket).key("k").checksumMode(ChecksumMode.ENABLED));
        var attributes = s3.getObjectAttributes(
                request -> request.bucket(bucket).key("k").objectAttributes(ObjectAttributes.OBJECT_PARTS));
        assertThat(head.checksumType()).isEqualTo(type);
        assertThat(attributes.objectParts().totalPartsCount()).isEqualTo(2);
        assertThat(attributes.objectParts().parts()).hasSize(2);
        return algorithm == ChecksumAlgorithm.SHA256 ? head.checksumSHA256() : head.checksumCRC32();
    }

    @Test
    void copiedPartsAndObjectsHaveTheSameBytes() {
        byte[] source = random(PART + 100, 5);
        s3.putObject(request -> request.bucket(bucket).key("source"), RequestBody.fromBytes(source));
        String upload = create();

        List<CompletedPart> parts = new ArrayList<>();
        parts.add(copyPart(upload, 1, "bytes=0-" + (PART - 1)));
        parts.add(copyPart(upload, 2, "bytes=" + PART + "-" + (PART + 99)));
        complete(upload, parts);
        s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(bucket)
                .destinationKey("copy"));

        assertThat(get(null)).isEqualTo(source);
        var copy = s3.getObjectAsBytes(request -> request.bucket(bucket).key("copy"));
        assertThat(copy.asByteArray()).isEqualTo(source);
        assertThat(copy.response().eTag()).matches("\"[0-9a-f]{32}\"");
        assertThatThrownBy(() -> copyPart(create(), 1, "bytes=0-" + (PART + 100)))
                .satisfies(e -> failed(e, 400, "InvalidArgument"));
    }

    private CompletedPart copyPart(String upload, int number, String range) {
        String etag = s3.uploadPartCopy(request -> request.sourceBucket(bucket)
                        .sourceKey("source")
                        .destinationBucket(bucket)
                        .destinationKey("k")
                        .uploadId(upload)
                        .partNumber(number)
                        .copySourceRange(range))
                .copyPartResult()
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    private String create() {
        return s3.createMultipartUpload(request -> request.bucket(bucket).key("k"))
                .uploadId();
    }

    private CompletedPart put(String upload, int number, byte[] bytes) {
        String etag = s3.uploadPart(
                        request ->
                                request.bucket(bucket).key("k").uploadId(upload).partNumber(number),
                        RequestBody.fromBytes(bytes))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    private CompleteMultipartUploadResponse complete(String upload, List<CompletedPart> parts) {
        return s3.completeMultipartUpload(
                request -> request.bucket(bucket).key("k").uploadId(upload).multipartUpload(list -> list.parts(parts)));
    }

    private byte[] get(@Nullable String range) {
        return s3.getObjectAsBytes(request -> request.bucket(bucket).key("k").range(range))
                .asByteArray();
    }

    /** The number of files that this test has added. */
    private long filesOnDisk() {
        return PLATFORM.countFiles() - filesBefore;
    }

    private static byte[] random(int size, int seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }

    private static byte[] tail(byte[] bytes, int count) {
        return Arrays.copyOfRange(bytes, bytes.length - count, bytes.length);
    }
}
