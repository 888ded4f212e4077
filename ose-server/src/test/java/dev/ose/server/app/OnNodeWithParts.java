package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ose.adapter.Capability;
import dev.ose.adapter.StoragePlatform;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.database.Database;
import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A node that stores large uploads in parts on a platform, and a user of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1800)
abstract class OnNodeWithParts {

    static final long SEED = Long.getLong("ose.uploads.seed", 20_261_128);
    static final int PART_BYTES = 5 << 20;

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    StoragePlatform platform;
    AdminNode node;
    String userPath;
    JsonNode credential;
    S3User user;

    /** Connects to the platform. */
    abstract StoragePlatform connect(Path folder) throws IOException;

    /** Options beside those of uploads. */
    String[] options() {
        return new String[0];
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        platform = connect(folder);
        Stream<String> ofUploads = Stream.of(
                "--oss.s3.port=0",
                "--oss.platform.probe=false",
                "--s3.client.upload.multipart=true",
                "--s3.client.upload.multipart.threshold=1048576",
                "--s3.client.upload.multipart.mini-part-size=" + PART_BYTES);
        node = AdminNode.start(
                        postgres.database(),
                        folder,
                        platform,
                        Stream.concat(ofUploads, Stream.of(options())).toArray(String[]::new))
                .startAll();
        String tenant = node.created(OnEmbeddedNode.TENANTS, "{\"name\":\"t-" + UUID.randomUUID() + "\"}")
                .get("id")
                .asString();
        String users = OnEmbeddedNode.TENANTS + '/' + tenant + "/users";
        String id = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
        userPath = users + '/' + id;
        credential = node.created(userPath + "/credentials", "{}");
        user = new S3User(node.bean(S3Listeners.class).port(), credential);
    }

    @AfterAll
    void stop() throws IOException {
        user.close();
        node.close();
        platform.close();
    }

    /** Skips the test if the platform lacks what it is about. */
    final void assumeClaimed(Capability capability) {
        assumeTrue(
                platform.info().capabilities().contains(capability), () -> "the platform does not claim " + capability);
    }

    static String bytes(Random random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Sizes around the ends of parts are as frequent as all others. */
    static int size(Random random) {
        return random.nextBoolean()
                ? PART_BYTES * (1 + random.nextInt(4)) + random.nextInt(3) - 1
                : 1 + random.nextInt(4 * PART_BYTES);
    }

    /**
     * A part that was under way when its upload was aborted may come afterwards. What is recorded for a later abortion
     * is made due at once.
     */
    final void assertNoUploadIsLeft(String bucket) {
        await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            node.bean(Database.class)
                    .update("UPDATE split_upload SET kept_at = now() - interval '20 minutes', abort_at = now()");
            assertThat(user.ok("GET", bucket, "uploads", "")).doesNotContain("<Upload>");
        });
    }
}
