package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.adapter.StoragePlatform;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.database.Database;
import dev.ose.server.http.WireClient;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What a node that stores large uploads in parts must do on each platform. {@code -Dose.uploads.random=N} sets the
 * number of random uploads, {@code -Dose.uploads.seed=N} their seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1800)
abstract class SplitUploadsContract {

    private static final int UPLOADS = Integer.getInteger("ose.uploads.random", 8);
    private static final long SEED = Long.getLong("ose.uploads.seed", 20_261_128);
    private static final int KEYS = 3;
    private static final int PART_BYTES = 5 << 20;

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    private StoragePlatform platform;
    private AdminNode node;
    private S3User user;

    /** Connects to the platform. */
    abstract StoragePlatform connect(Path folder) throws IOException;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        platform = connect(folder);
        node = AdminNode.start(
                        postgres.database(),
                        folder,
                        platform,
                        "--oss.s3.port=0",
                        "--oss.platform.probe=false",
                        "--s3.client.upload.multipart=true",
                        "--s3.client.upload.multipart.threshold=1048576",
                        "--s3.client.upload.multipart.mini-part-size=" + PART_BYTES)
                .startAll();
        String tenant = node.created(OnEmbeddedNode.TENANTS, "{\"name\":\"t-" + UUID.randomUUID() + "\"}")
                .get("id")
                .asString();
        String users = OnEmbeddedNode.TENANTS + '/' + tenant + "/users";
        String id = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
        JsonNode credential = node.created(users + '/' + id + "/credentials", "{}");
        user = new S3User(node.bean(S3Listeners.class).port(), credential);
    }

    @AfterAll
    void stop() throws IOException {
        user.close();
        node.close();
        platform.close();
    }

    private static String bucket() {
        return "/split-" + UUID.randomUUID();
    }

    private static String bytes(Random random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Sizes around the ends of parts are as frequent as all others. */
    private static int size(Random random) {
        return random.nextBoolean()
                ? PART_BYTES * (1 + random.nextInt(4)) + random.nextInt(3) - 1
                : 1 + random.nextInt(4 * PART_BYTES);
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
        assertNoPartsAreLeft(bucket);
    }

    /**
     * A part that was under way when its client left may come after the abortion. What is recorded for a later one is
     * made due at once.
     */
    private void assertNoPartsAreLeft(String bucket) {
        await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            node.bean(Database.class)
                    .update("UPDATE split_upload SET kept_at = now() - interval '20 minutes', abort_at = now()");
            assertThat(user.ok("GET", bucket, "uploads", "")).doesNotContain("<Upload>");
        });
    }

    /** A retention by default is not in the request, and demands a digest of each part. */
    @Test
    void uploadIntoALockedBucketIsSplit() throws IOException {
        Assumptions.assumeTrue(platform.info().capabilities().contains(Capability.OBJECT_LOCK));
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
        assertNoPartsAreLeft(bucket);
    }
}
