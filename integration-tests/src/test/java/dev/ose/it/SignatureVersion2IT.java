package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of long ago, at a node whose operator lets it in. */
final class SignatureVersion2IT {

    private static final String BUCKET = "signed-by-version-2";

    private static Node node;

    @BeforeAll
    static void start() {
        node = Node.startEmpty("node-version2", Map.of("oss.s3.signature-v2", "true"));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void s3cmdStoresListsReadsAndDeletes(@TempDir Path folder) {
        S3cmd client = new S3cmd(node.target(Where.HTTP), "--signature-v2");
        // Two parts, so that what the signature covers of uploads in parts is covered too.
        Path file = Samples.file("huge-20", 20L * Samples.MIB);
        Path returned = folder.resolve("returned");
        client.makeBucket(BUCKET);

        client.upload(file, BUCKET, "a folder/k+1");
        client.download(BUCKET, "a folder/k+1", returned);

        assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(file));
        assertThat(client.list(BUCKET, "")).containsExactly("a folder/k+1");
        client.deleteTree(BUCKET, "");
        client.removeBucket(BUCKET);
    }
}
