package dev.ose.adapter.embedded.http;

import static dev.ose.adapter.embedded.http.ObjectsTest.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** Objects that are encrypted on disk are read as they were written. */
class EncryptedObjectsTest {

    private static final int FRAME = 65_536;
    private static final int PART = 5 << 20;
    private static final String MARK = "the plain text that must not be found on the disk";

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @Test
    void plainTextIsNotOnTheDisk() {
        byte[] text = MARK.repeat(3_000).getBytes(StandardCharsets.UTF_8);

        put("plain", text, null);
        assertThat(isOnDisk(MARK)).isTrue();
        s3.deleteObject(request -> request.bucket(bucket).key("plain"));
        put("encrypted", text, ServerSideEncryption.AES256);

        assertThat(isOnDisk(MARK)).isFalse();
        assertThat(get("encrypted", null)).isEqualTo(text);
    }

    @Test
    void everyRangeReadsItsBytes() {
        byte[] bytes = random(3 * FRAME + 1_000, 1);
        put("k", bytes, ServerSideEncryption.AES256);

        assertThat(get("k", null)).isEqualTo(bytes);
        for (int[] range : new int[][] {
            {0, 0},
            {0, FRAME - 1},
            {FRAME - 1, FRAME},
            {FRAME, FRAME},
            {FRAME, 2 * FRAME - 1},
            {1, 3 * FRAME},
            {100_000, 100_100},
            {3 * FRAME, bytes.length - 1},
            {bytes.length - 1, bytes.length - 1}
        }) {
            assertThat(get("k", "bytes=" + range[0] + "-" + range[1]))
                    .as("%d to %d", range[0], range[1])
                    .isEqualTo(Arrays.copyOfRange(bytes, range[0], range[1] + 1));
        }
        assertThat(get("k", "bytes=-7")).isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 7, bytes.length));
    }

    @Test
    void partsOfEverySizeAreReadTogetherAndAlone() {
        byte[] first = random(PART, 1);
        byte[] second = random(PART + 12_345, 2);
        byte[] third = random(7, 3);
        byte[] all = concat(first, second, third);
        putInParts("k", first, second, third);

        assertThat(get("k", null)).isEqualTo(all);
        for (int[] range : new int[][] {
            {PART - 10, PART + 10}, {PART - 1, all.length - 1}, {PART + FRAME - 1, PART + FRAME}, {0, all.length - 8}
        }) {
            assertThat(get("k", "bytes=" + range[0] + "-" + range[1]))
                    .isEqualTo(Arrays.copyOfRange(all, range[0], range[1] + 1));
        }
        assertThat(s3.getObjectAsBytes(
                                request -> request.bucket(bucket).key("k").partNumber(2))
                        .asByteArray())
                .isEqualTo(second);
        assertThat(s3.headObject(request -> request.bucket(bucket).key("k")).contentLength())
                .isEqualTo(all.length);
    }

    @Test
    void tagSizeAndChecksumAreThoseOfThePlainObject() {
        byte[] bytes = random(100_000, 1);

        PutObjectResponse plain = put("plain", bytes, null);
        PutObjectResponse encrypted = put("encrypted", bytes, ServerSideEncryption.AES256);

        assertThat(encrypted.eTag()).isEqualTo(plain.eTag());
        assertThat(encrypted.checksumSHA256()).isEqualTo(plain.checksumSHA256()).isNotNull();
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)).contents())
                .allSatisfy(object -> assertThat(object.size()).isEqualTo(bytes.length));
    }

    @Test
    void emptyObjectIsEncryptedToo() {
        put("k", new byte[0], ServerSideEncryption.AES256);
        copy("k", "copy", ServerSideEncryption.AES256);

        assertThat(get("k", null)).isEmpty();
        assertThat(get("copy", null)).isEmpty();
    }

    /** A signed chunk ends anywhere in a frame. */
    @Test
    void bodyInChunksIsEncrypted() {
        byte[] bytes = random(400_000, 1);

        PLATFORM.framingClient()
                .putObject(
                        request -> request.bucket(bucket).key("k").serverSideEncryption(ServerSideEncryption.AES256),
                        RequestBody.fromBytes(bytes));

        assertThat(get("k", null)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void copyIsStoredByTheRuleOfItsDestination(boolean isSourceEncrypted, boolean isCopyEncrypted) {
        byte[] bytes = random(2 * FRAME + 10, 1);
        String tag = put("source", bytes, algorithm(isSourceEncrypted)).eTag();

        copy("source", "copy", algorithm(isCopyEncrypted));
        s3.deleteObject(request -> request.bucket(bucket).key("source"));

        assertThat(get("copy", null)).isEqualTo(bytes);
        var head = s3.headObject(request -> request.bucket(bucket).key("copy"));
        assertThat(head.eTag()).isEqualTo(tag);
        assertThat(head.serverSideEncryption()).isEqualTo(algorithm(isCopyEncrypted));
    }

    @Test
    void objectInPartsIsCopiedAsAWholeAndByRanges() {
        byte[] first = random(PART, 1);
        byte[] second = random(1_000, 2);
        byte[] all = concat(first, second);
        putInParts("source", first, second);

        copy("source", "plain", null);
        String upload = create("parts");
        var part = s3.uploadPartCopy(request -> request.sourceBucket(bucket)
                .sourceKey("source")
                .destinationBucket(bucket)
                .destinationKey("parts")
                .uploadId(upload)
                .partNumber(1)
                .copySourceRange("bytes=100-" + (PART + 99)));
        complete(
                "parts",
                upload,
                List.of(CompletedPart.builder()
                        .partNumber(1)
                        .eTag(part.copyPartResult().eTag())
                        .build()));

        assertThat(get("plain", null)).isEqualTo(all);
        assertThat(get("parts", null)).isEqualTo(Arrays.copyOfRange(all, 100, PART + 100));
    }

    @Test
    void objectIsEncryptedInItsPlace() {
        put("k", MARK.getBytes(StandardCharsets.UTF_8), null);
        assertThatThrownBy(() -> copy("k", "k", null)).satisfies(e -> failed(e, 400, "InvalidRequest"));

        copy("k", "k", ServerSideEncryption.AES256);

        assertThat(isOnDisk(MARK)).isFalse();
        assertThat(get("k", null)).isEqualTo(MARK.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void metadataIsReplacedInPlaceAndTheBytesStayEncrypted() {
        byte[] bytes = random(FRAME + 1, 1);
        put("k", bytes, ServerSideEncryption.AES256);

        s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey("k")
                .destinationBucket(bucket)
                .destinationKey("k")
                .metadataDirective(MetadataDirective.REPLACE)
                .serverSideEncryption(ServerSideEncryption.AES256));

        assertThat(get("k", null)).isEqualTo(bytes);
    }

    @Test
    void objectsAreReadAfterARestart() {
        byte[] bytes = random(FRAME + 1, 1);
        put("k", bytes, ServerSideEncryption.AES256);
        putInParts("parts", bytes);

        PLATFORM.restart();
        s3 = PLATFORM.s3();

        assertThat(get("k", null)).isEqualTo(bytes);
        assertThat(get("parts", null)).isEqualTo(bytes);
    }

    @Test
    void objectWhoseKeyDoesNotOpenIsAnInternalError() throws SQLException {
        put("k", random(10, 1), ServerSideEncryption.AES256);
        try (Connection connection = PLATFORM.postgres().dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement("""
                        update embedded_platform.object_version
                        set sealed_key = set_byte(sealed_key, 40, 255 - get_byte(sealed_key, 40))
                        where bucket_id = (select id from embedded_platform.bucket where name = ?)
                        """)) {
            statement.setString(1, bucket);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }

        assertThatThrownBy(() -> get("k", null)).satisfies(e -> failed(e, 500, "InternalError"));
        assertThatThrownBy(() -> copy("k", "copy", null)).satisfies(e -> failed(e, 500, "InternalError"));
    }

    @Test
    void damagedBytesAreNeverSent() throws IOException {
        byte[] bytes = random(20 * FRAME, 1);
        Set<Path> before = new HashSet<>(files());
        put("k", bytes, ServerSideEncryption.AES256);
        Path file = files().stream()
                .filter(path -> !before.contains(path))
                .findFirst()
                .orElseThrow();
        byte[] encrypted = Files.readAllBytes(file);
        encrypted[10 * FRAME] ^= 1;
        Files.write(file, encrypted);

        byte[] received = receive("k");

        assertThat(received.length).isLessThanOrEqualTo(10 * FRAME);
        assertThat(received).isEqualTo(Arrays.copyOf(bytes, received.length));
        assertThat(get("k", "bytes=0-99")).isEqualTo(Arrays.copyOf(bytes, 100));
        assertThatThrownBy(() -> copy("k", "copy", null)).satisfies(e -> failed(e, 500, "InternalError"));
    }

    /** The bytes up to the end of the connection, which comes early. */
    private byte[] receive(String key) {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        assertThatThrownBy(() -> {
                    try (InputStream body =
                            s3.getObject(request -> request.bucket(bucket).key(key))) {
                        byte[] some = new byte[1000];
                        for (int count = body.read(some); count >= 0; count = body.read(some)) {
                            received.write(some, 0, count);
                        }
                    }
                })
                .isInstanceOf(Exception.class);
        return received.toByteArray();
    }

    private PutObjectResponse put(String key, byte[] bytes, @Nullable ServerSideEncryption encryption) {
        return s3.putObject(
                request -> request.bucket(bucket)
                        .key(key)
                        .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                        .serverSideEncryption(encryption),
                RequestBody.fromBytes(bytes));
    }

    private void copy(String from, String key, @Nullable ServerSideEncryption encryption) {
        s3.copyObject(request -> request.sourceBucket(bucket)
                .sourceKey(from)
                .destinationBucket(bucket)
                .destinationKey(key)
                .serverSideEncryption(encryption));
    }

    private byte[] get(String key, @Nullable String range) {
        return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key).range(range))
                .asByteArray();
    }

    private void putInParts(String key, byte[]... parts) {
        String upload = create(key);
        List<CompletedPart> completed = new ArrayList<>();
        for (byte[] part : parts) {
            int number = completed.size() + 1;
            String tag = s3.uploadPart(
                            request -> request.bucket(bucket)
                                    .key(key)
                                    .uploadId(upload)
                                    .partNumber(number),
                            RequestBody.fromBytes(part))
                    .eTag();
            completed.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
        }
        complete(key, upload, completed);
    }

    private String create(String key) {
        return s3.createMultipartUpload(
                        request -> request.bucket(bucket).key(key).serverSideEncryption(ServerSideEncryption.AES256))
                .uploadId();
    }

    private void complete(String key, String upload, List<CompletedPart> parts) {
        s3.completeMultipartUpload(
                request -> request.bucket(bucket).key(key).uploadId(upload).multipartUpload(list -> list.parts(parts)));
    }

    private static @Nullable ServerSideEncryption algorithm(boolean isEncrypted) {
        return isEncrypted ? ServerSideEncryption.AES256 : null;
    }

    private static boolean isOnDisk(String text) {
        return files().stream().anyMatch(file -> {
            try {
                return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Set<Path> files() {
        try (var files = Files.walk(PLATFORM.directory().resolve("data"))) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] random(int size, int seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
