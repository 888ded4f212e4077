package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * The largest object of one upload comes back byte by byte, sent in one and in parts. In every build it has 64 MiB;
 * {@code -Dose.largest.mebibytes=5120} makes it as large as S3 allows, for which the disk must have room twice.
 */
@ExtendWith(Servers.class)
final class LargestObjectIT {

    private static final long BYTES = Long.getLong("ose.largest.mebibytes", 64) * Samples.MIB;
    private static final int PARTS = 8;
    private static final String TYPE = "application/octet-stream";
    private static final String KEY = "largest";

    private final String bucket = "it-" + UUID.randomUUID();

    private JavaSdk client;

    @BeforeEach
    void makeBucket(Servers.Endpoints endpoints) {
        client = new JavaSdk(endpoints.target(Where.HTTP));
        client.makeBucket(bucket);
    }

    @AfterEach
    void removeBucket() {
        client.deleteTree(bucket, "");
        client.removeBucket(bucket);
    }

    @Test
    void objectOfOneUploadComesBack() {
        client.call(s3 -> s3.putObject(request -> request.bucket(bucket).key(KEY), body(0, BYTES)));

        assertThat(firstDifference()).isEqualTo(-1);
    }

    @Test
    void objectOfManyPartsComesBack() {
        String upload = client.call(s3 -> s3.createMultipartUpload(
                        request -> request.bucket(bucket).key(KEY)))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (int number = 1; number <= PARTS; number++) {
            parts.add(upload(upload, number));
        }
        client.call(s3 -> s3.completeMultipartUpload(
                request -> request.bucket(bucket).key(KEY).uploadId(upload).multipartUpload(all -> all.parts(parts))));

        assertThat(firstDifference()).isEqualTo(-1);
    }

    private CompletedPart upload(String upload, int number) {
        long partBytes = BYTES / PARTS;
        RequestBody part = body((number - 1) * partBytes, number * partBytes);
        String tag = client.call(s3 -> s3.uploadPart(
                        request ->
                                request.bucket(bucket).key(KEY).uploadId(upload).partNumber(number),
                        part))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(tag).build();
    }

    private static RequestBody body(long startBytes, long endBytes) {
        return RequestBody.fromContentProvider(
                () -> new GeneratedBytes(startBytes, endBytes), endBytes - startBytes, TYPE);
    }

    /** Where the stored object differs from what was sent; -1 if it nowhere does. */
    private long firstDifference() {
        return client.call(s3 -> {
            byte[] expected = new byte[Samples.MIB];
            try (InputStream sent = new GeneratedBytes(0, BYTES);
                    InputStream stored =
                            s3.getObject(request -> request.bucket(bucket).key(KEY))) {
                for (long at = 0; at < BYTES; at += Samples.MIB) {
                    sent.readNBytes(expected, 0, expected.length);
                    int difference = Arrays.mismatch(expected, stored.readNBytes(expected.length));
                    if (difference >= 0) {
                        return at + difference;
                    }
                }
                return stored.read() < 0 ? -1L : BYTES;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
