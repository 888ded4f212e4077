package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large objects of a node over the embedded platform, whose answers to conditions, ranges and parts are its own: stored
 * in parts, and read ahead.
 */
@Timeout(180)
class LargeObjectsNodeTest {

    private static final int SIZE = 8 * 1024 * 1024 + 4_321;
    private static final Pattern RANGED_READS =
            Pattern.compile("^ose_read_ahead_requests_total(?:\\{[^}]*})? ([0-9.]+)", Pattern.MULTILINE);

    @TempDir
    Path folder;

    @Test
    void largeObjectsAreStoredInPartsAndReadAhead() throws IOException {
        byte[] content = new byte[SIZE];
        new Random(3).nextBytes(content);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        try (WholeNode node = new WholeNode(
                folder,
                "--s3.client.upload.multipart=true",
                "--s3.client.upload.multipart.threshold=1048576",
                "--s3.client.upload.multipart.mini-part-size=5242880",
                "--s3.client.download.read-ahead=true",
                "--s3.client.download.read-ahead.threshold=1048576",
                "--s3.client.download.read-ahead.part-size=65536",
                "--s3.client.download.read-ahead.memory=4194304")) {
            node.makeUser("acme");
            String host = "localhost:" + node.s3Port();
            assertThat(send(node, node.signed("PUT", host, "/films", "")).status())
                    .isEqualTo(200);

            WireClient.Answer stored = send(node, node.signed("PUT", host, "/films/f", text));
            WireClient.Answer refused =
                    send(node, node.signedHead("PUT", host, "/films/g", "a".repeat(64), SIZE) + text);

            assertThat(stored.status()).as(stored.body()).isEqualTo(200);
            assertThat(stored.headers().get("etag")).endsWith("-2\"");
            assertThat(refused.body()).contains("<Code>XAmzContentSHA256Mismatch</Code>");
            assertThat(send(node, node.signed("GET", host, "/films/g", "")).status())
                    .isEqualTo(404);
            assertThat(send(node, node.signed("GET", host, "/films?uploads=", ""))
                            .body())
                    .contains("<ListMultipartUploadsResult")
                    .doesNotContain("<Upload>");
            assertIsReadAhead(node, text);
        }
    }

    private static void assertIsReadAhead(WholeNode node, String text) throws IOException {
        String host = "localhost:" + node.s3Port();
        for (int download = 0; rangedReads(node) == 0 && download < 100; download++) {
            assertThat(send(node, node.signed("GET", host, "/films/f", "")).body())
                    .isEqualTo(text);
        }
        assertThat(rangedReads(node)).isPositive();
    }

    private static WireClient.Answer send(WholeNode node, String request) throws IOException {
        return WholeNode.send(node.s3Port(), request);
    }

    private static double rangedReads(WholeNode node) throws IOException {
        String metrics = WholeNode.send(node.adminPort(), node.admin("GET", "localhost", "/metrics/prometheus", ""))
                .body();
        Matcher found = RANGED_READS.matcher(metrics);
        assertThat(found.find()).as(metrics).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
