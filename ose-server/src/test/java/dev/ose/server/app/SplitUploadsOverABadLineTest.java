package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.server.http.WireClient;
import dev.ose.server.transfer.split.UploadSplit;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Uploads in parts to a real Ceph object gateway whose connections break anywhere. {@code -Dose.uploads.random=N} sets
 * the number of uploads, {@code -Dose.uploads.seed=N} their seed.
 */
class SplitUploadsOverABadLineTest extends OnNodeWithParts {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final int UPLOADS = Integer.getInteger("ose.uploads.random", 8);

    private final Random random = new Random(SEED);
    private @Nullable CuttingProxy opened;

    /** An upload and what the client was answered. */
    private record Sent(String path, String body, int status) {}

    @Override
    StoragePlatform connect(Path folder) throws IOException {
        Gateway real = GATEWAY.gateway();
        CuttingProxy line = new CuttingProxy(real.endpoint(), new Random(SEED));
        opened = line;
        return CephGateway.connect(new Gateway(
                line.endpoint(), real.tlsEndpoint(), real.certificate(), real.accessKey(), real.secretKey()));
    }

    @AfterAll
    @Override
    void stop() throws IOException {
        super.stop();
        line().close();
    }

    private CuttingProxy line() {
        return Objects.requireNonNull(opened);
    }

    @Test
    void answeredUploadIsWholeAndAnotherIsWholeOrAbsent() throws Exception {
        String bucket = "/split-" + UUID.randomUUID();
        user.ok("PUT", bucket, "", "");

        line().cutWithin(4 * PART_BYTES);
        List<Sent> all = upload(bucket);
        line().cutWithin(Integer.MAX_VALUE);

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

    private List<Sent> upload(String bucket) throws Exception {
        List<Sent> all = new ArrayList<>();
        for (int upload = 0; upload < UPLOADS; upload++) {
            String body = bytes(random, 1 + random.nextInt(4 * PART_BYTES));
            String path = bucket + "/k" + upload;
            all.add(new Sent(path, body, user.send("PUT", path, "", body).status()));
        }
        return all;
    }
}
