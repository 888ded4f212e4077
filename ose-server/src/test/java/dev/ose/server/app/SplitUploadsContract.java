package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What a node that stores large uploads in parts must do on each platform. {@code -Dose.uploads.random=N} sets the
 * number of random uploads, {@code -Dose.uploads.seed=N} their seed.
 */
abstract class SplitUploadsContract extends OnNodeWithParts {

    private static final int UPLOADS = Integer.getInteger("ose.uploads.random", 8);
    private static final int KEYS = 3;

    private static String bucket() {
        return "/split-" + UUID.randomUUID();
    }

    @Test
    void everyObjectIsThatOfItsLastWholeUpload() throws IOException {
        String bucket = bucket();
        user.ok("PUT", bucket, "", "");
        Random random = new Random(SEED);
        Map<String, String> objects = new HashMap<>();
        for (int upload = 0; upload < UPLOADS; upload++) {
            String path = bucket + "/k" + random.nextInt(KEYS);
            String body = bytes(random, size(random));
            if (random.nextInt(3) == 0) {
                user.cut(path, body, random.nextInt(body.length()));
            } else if (random.nextInt(4) == 0) {
                String other = "x-amz-checksum-crc32: " + Base64.getEncoder().encodeToString(new byte[4]);
                assertThat(user.send("PUT", path, "", body, other).body()).contains("<Code>BadDigest</Code>");
            } else {
                user.ok("PUT", path, "", body);
                objects.put(path, body);
            }
            WireClient.Answer read = user.send("GET", path, "", "");
            if (objects.containsKey(path)) {
                assertThat(read.body().equals(objects.get(path)))
                        .as("upload %d of seed %d", upload, SEED)
                        .isTrue();
            } else {
                assertThat(read.status()).isEqualTo(404);
            }
        }
        assertNoUploadIsLeft(bucket);
    }

    /** A retention by default is not in the request, and demands a digest of each part. */
    @Test
    void uploadIntoALockedBucketIsSplit() throws IOException {
        assumeClaimed(Capability.OBJECT_LOCK);
        String bucket = bucket();
        user.ok("PUT", bucket, "", "", "x-amz-bucket-object-lock-enabled: true");
        String retention = "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>"
                + "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>"
                + "</ObjectLockConfiguration>";
        String md5 = Base64.getEncoder()
                .encodeToString(Digester.md5().digest(retention.getBytes(StandardCharsets.US_ASCII)));
        user.ok("PUT", bucket, "object-lock", retention, "Content-MD5: " + md5);
        String body = bytes(new Random(SEED), 2 * PART_BYTES + 1);

        WireClient.Answer stored = user.send("PUT", bucket + "/f", "", body);

        assertThat(stored.status()).as(stored.body()).isEqualTo(200);
        assertThat(stored.headers().get("etag")).endsWith("-3\"");
        WireClient.Answer read = user.send("GET", bucket + "/f", "", "");
        assertThat(read.body().equals(body)).isTrue();
        assertThat(read.headers()).containsEntry("x-amz-object-lock-mode", "GOVERNANCE");
        assertNoUploadIsLeft(bucket);
    }
}
