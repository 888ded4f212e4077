package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.s3.HttpDate;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.http.WireClient;
import dev.ose.server.transfer.split.CopySplit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a node that has large objects copied in parts must do on each platform. {@code -Dose.uploads.random=N} sets the
 * number of random copies, {@code -Dose.uploads.seed=N} their seed.
 */
abstract class CopiesInPartsContract extends OnNodeWithParts {

    private static final int COPIES = Integer.getInteger("ose.uploads.random", 8);
    private static final String SOURCE = "x-amz-copy-source: ";

    /** What a copy has of its own, and what says how it was stored. */
    private static final Set<String> OWN = Set.of(
            "content-length",
            "date",
            "etag",
            "last-modified",
            "x-amz-id-2",
            "x-amz-request-id",
            "x-amz-version-id",
            "x-amz-mp-parts-count");

    @Override
    String[] options() {
        return new String[] {
            "--s3.client.copy.multipart=true",
            "--s3.client.copy.multipart.threshold=1048576",
            "--s3.client.copy.multipart.mini-part-size=" + PART_BYTES
        };
    }

    private String newBucket(String... headers) throws IOException {
        String bucket = "/copied-" + UUID.randomUUID();
        user.ok("PUT", bucket, "", "", headers);
        return bucket;
    }

    private long parts() {
        return node.bean(CopySplit.class).counters().parts();
    }

    /** A platform without conditions on the source tells versions apart by seconds. */
    private void awaitAge(String path) {
        if (!platform.info().capabilities().contains(Capability.COPY_SOURCE_CONDITIONS)) {
            String first = modified(path);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                user.ok("PUT", path + "-clock", "", "tick");
                return secondsBetween(first, modified(path + "-clock")) >= 3;
            });
        }
    }

    private String modified(String path) {
        try {
            return Objects.requireNonNull(
                    user.send("GET", path, "", "", "Range: bytes=0-0").headers().get("last-modified"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long secondsBetween(String first, String second) {
        return HttpDate.parse(second).orElseThrow().getEpochSecond()
                - HttpDate.parse(first).orElseThrow().getEpochSecond();
    }

    @Test
    void everyCopyIsItsSource() throws IOException {
        String bucket = newBucket();
        Random random = new Random(SEED);
        for (int copy = 0; copy < COPIES; copy++) {
            String body = bytes(random, size(random));
            String source = bucket + "/source" + copy + "%20%25";
            user.ok("PUT", source, "", body);
            awaitAge(source);
            long before = parts();

            String answer = user.ok("PUT", bucket + "/k" + copy, "", "", SOURCE + source);

            assertThat(answer).contains("<CopyObjectResult").contains("<ETag>").contains("<LastModified>");
            assertThat(parts() > before).as("copied in parts").isEqualTo(body.length() > PART_BYTES);
            assertThat(user.send("GET", bucket + "/k" + copy, "", "").body().equals(body))
                    .as("copy %d of seed %d", copy, SEED)
                    .isTrue();
        }
        assertNoUploadIsLeft(bucket);
    }

    /** A small source is copied by one request: that is the measure. */
    private void assertIsAsBySmall(String bucket, String[] ofSources, String... ofCopies) throws IOException {
        String large = bucket + "/large-" + UUID.randomUUID();
        String small = bucket + "/small-" + UUID.randomUUID();
        user.ok("PUT", large, "", bytes(new Random(SEED), 2 * PART_BYTES + 1), ofSources);
        user.ok("PUT", small, "", "small", ofSources);
        awaitAge(large);

        user.ok("PUT", large + "-copy", "", "", withSource(large, ofCopies));
        long before = parts();
        user.ok("PUT", small + "-copy", "", "", withSource(small, ofCopies));

        assertThat(parts()).as("of a small source").isEqualTo(before);
        assertThat(described(large + "-copy")).isEqualTo(described(small + "-copy"));
        assertThat(user.send("GET", large + "-copy", "tagging", "").body())
                .isEqualTo(user.send("GET", small + "-copy", "tagging", "").body());
    }

    private static String[] withSource(String source, String... headers) {
        return Stream.concat(Stream.of(headers), Stream.of(SOURCE + source)).toArray(String[]::new);
    }

    /** What the object has apart from its content, and the kind of each checksum of that. */
    private Map<String, String> described(String path) throws IOException {
        Map<String, String> headers = new TreeMap<>(
                user.send("GET", path, "", "", "x-amz-checksum-mode: ENABLED").headers());
        headers.keySet().removeAll(OWN);
        headers.replaceAll((name, value) ->
                name.startsWith("x-amz-checksum-") && !name.equals("x-amz-checksum-type") ? "some" : value);
        return headers;
    }

    @Test
    void copyHasWhatACopyByOneRequestHas() throws IOException {
        String bucket = newBucket();
        String[] described = {
            "Content-Type: text/x", "Cache-Control: no-cache", "Content-Encoding: gzip", "x-amz-meta-a: b"
        };
        long before = parts();

        assertIsAsBySmall(bucket, described);
        assertIsAsBySmall(
                bucket,
                described,
                "x-amz-metadata-directive: REPLACE",
                "x-amz-tagging-directive: REPLACE",
                "Content-Type: text/y",
                "x-amz-meta-c: d");

        assertThat(parts() - before).isEqualTo(6);
    }

    @Test
    void copyHasTheTagsThatACopyByOneRequestHas() throws IOException {
        assumeClaimed(Capability.TAGGING);

        assertIsAsBySmall(newBucket(), new String[] {"x-amz-tagging: a=b&c=d%20e"});
    }

    @Test
    void uploadInPartsKeepsItsTags() throws IOException {
        assumeClaimed(Capability.TAGGING);
        String path = newBucket() + "/f";

        user.ok("PUT", path, "", bytes(new Random(SEED), 2 * PART_BYTES + 1), "x-amz-tagging: a=b");

        assertThat(user.ok("GET", path, "tagging", "")).contains("<Key>a</Key><Value>b</Value>");
    }

    @Test
    void copyHasTheLockThatACopyByOneRequestHas() throws IOException {
        assumeClaimed(Capability.OBJECT_LOCK);
        String bucket = newBucket("x-amz-bucket-object-lock-enabled: true");

        assertIsAsBySmall(
                bucket,
                new String[0],
                "x-amz-object-lock-mode: GOVERNANCE",
                "x-amz-object-lock-retain-until-date: 2100-01-01T00:00:00Z",
                "x-amz-object-lock-legal-hold: ON");
        assertIsAsBySmall(bucket, new String[0]);
    }

    @Test
    void quotaCountsTheSource() throws Exception {
        String bucket = newBucket();
        user.ok("PUT", bucket + "/source", "", bytes(new Random(SEED), 2 * PART_BYTES));
        awaitAge(bucket + "/source");
        long before = parts();
        node.send("PUT", userPath + "/quota", "{\"maxBytes\":1}", node.admin());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> user.send("PUT", bucket + "/small", "", "ab").status() == 403);

        WireClient.Answer refused = user.send("PUT", bucket + "/k", "", "", SOURCE + bucket + "/source");

        node.send("DELETE", userPath + "/quota", "", node.admin());
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("<Code>QuotaExceeded</Code>");
        assertThat(parts()).isEqualTo(before);
        assertThat(user.send("GET", bucket + "/k", "", "").status()).isEqualTo(404);
        assertNoUploadIsLeft(bucket);
    }

    /** Another client replaces the source all the time. */
    @Test
    void copyIsOfOneVersionOfItsSource() throws Exception {
        String bucket = newBucket();
        Random random = new Random(SEED);
        List<String> versions = List.of(bytes(random, 4 * PART_BYTES), bytes(random, 4 * PART_BYTES));
        user.ok("PUT", bucket + "/source", "", versions.getFirst());
        awaitAge(bucket + "/source");
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> replaced = CompletableFuture.runAsync(() -> replace(bucket, versions, isOver));

        for (int copy = 0; copy < COPIES; copy++) {
            String path = bucket + "/k" + copy;
            int status =
                    user.send("PUT", path, "", "", SOURCE + bucket + "/source").status();
            WireClient.Answer read = user.send("GET", path, "", "");
            if (status == 200) {
                assertThat(versions.contains(read.body())).as("copy %d", copy).isTrue();
            } else {
                assertThat(status).isEqualTo(503);
                assertThat(read.status()).isEqualTo(404);
            }
        }
        isOver.set(true);
        replaced.get(1, TimeUnit.MINUTES);

        assertNoUploadIsLeft(bucket);
    }

    private void replace(String bucket, List<String> versions, AtomicBoolean isOver) {
        try (S3User other = new S3User(node.bean(S3Listeners.class).port(), credential)) {
            for (int version = 1; !isOver.get(); version++) {
                other.ok("PUT", bucket + "/source", "", versions.get(version % 2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
