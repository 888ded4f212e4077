package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.http.WireClient;
import dev.ose.server.transfer.split.UploadSplit;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import dev.ose.testkit.PostgresFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Uploads in parts to a real Ceph object gateway whose connections break anywhere. {@code -Dose.uploads.random=N} sets
 * the number of uploads, {@code -Dose.uploads.seed=N} their seed.
 */
@Timeout(1800)
class SplitUploadsOverABadLineTest {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final int UPLOADS = Integer.getInteger("ose.uploads.random", 8);
    private static final long SEED = Long.getLong("ose.uploads.seed", 20_261_128);
    private static final int PART_BYTES = 5 << 20;

    private final Random random = new Random(SEED);

    /** An upload and what the client was answered. */
    private record Sent(String path, String body, int status) {}

    @Test
    void answeredUploadIsWholeAndAnotherIsWholeOrAbsent(@TempDir Path folder) throws Exception {
        Gateway real = GATEWAY.gateway();
        try (CuttingProxy line = new CuttingProxy(real.endpoint(), new Random(SEED));
                StoragePlatform platform = CephGateway.connect(new Gateway(
                        line.endpoint(), real.tlsEndpoint(), real.certificate(), real.accessKey(), real.secretKey()));
                AdminNode node = AdminNode.start(
                                POSTGRES.database(),
                                folder,
                                platform,
                                "--oss.s3.port=0",
                                "--oss.platform.probe=false",
                                "--s3.client.upload.multipart=true",
                                "--s3.client.upload.multipart.threshold=1048576",
                                "--s3.client.upload.multipart.mini-part-size=" + PART_BYTES)
                        .startAll()) {
            String tenant = node.created(OnEmbeddedNode.TENANTS, "{\"name\":\"t-" + UUID.randomUUID() + "\"}")
                    .get("id")
                    .asString();
            String users = OnEmbeddedNode.TENANTS + '/' + tenant + "/users";
            String id = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
            JsonNode credential = node.created(users + '/' + id + "/credentials", "{}");
            int port = node.bean(S3Listeners.class).port();
            try (S3User user = new S3User(port, credential)) {
                String bucket = "/split-" + UUID.randomUUID();
                user.ok("PUT", bucket, "", "");

                line.cutWithin(4 * PART_BYTES);
                List<Sent> all = upload(user, bucket);
                line.cutWithin(Integer.MAX_VALUE);

                for (Sent sent : all) {
                    WireClient.Answer read = user.send("GET", sent.path(), "", "");
                    if (sent.status() == 200 || read.status() != 404) {
                        assertThat(read.status()).as(sent.path()).isEqualTo(200);
                        assertThat(read.body().equals(sent.body()))
                                .as("%s of seed %d", sent.path(), SEED)
                                .isTrue();
                    }
                }
                assertThat(all).filteredOn(sent -> sent.status() == 200).isNotEmpty();
                assertThat(node.bean(UploadSplit.class).counters().repeated()).isPositive();
            }
        }
    }

    private List<Sent> upload(S3User user, String bucket) throws Exception {
        List<Sent> all = new ArrayList<>();
        for (int upload = 0; upload < UPLOADS; upload++) {
            byte[] bytes = new byte[1 + random.nextInt(4 * PART_BYTES)];
            random.nextBytes(bytes);
            String body = new String(bytes, StandardCharsets.ISO_8859_1);
            String path = bucket + "/k" + upload;
            all.add(new Sent(path, body, user.send("PUT", path, "", body).status()));
        }
        return all;
    }
}
