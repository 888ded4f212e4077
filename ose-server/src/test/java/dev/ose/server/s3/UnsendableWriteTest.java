package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes that are refused because of their key: their intents must not stay open. */
@Timeout(60)
class UnsendableWriteTest {

    /** If a server normalises paths, no segment of dots is safe. */
    private static final String DOTS = "/photos/a/%2e%2e/b";

    @SuppressWarnings("NullAway.Init")
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.answer(new byte[0]), Set.of());
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    @Test
    void smallUploadLeavesNoIntent() throws IOException {
        assertRefused(edge.call(S3TestServer.ALICE, "PUT", DOTS, "content"));
    }

    @Test
    void largeUploadLeavesNoIntent() throws IOException {
        assertRefused(edge.call(S3TestServer.ALICE, "PUT", DOTS, "x".repeat(100_000)));
    }

    @Test
    void deletionLeavesNoIntent() throws IOException {
        assertRefused(edge.call(S3TestServer.ALICE, "DELETE", DOTS, ""));
    }

    @Test
    void copyLeavesNoIntent() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", DOTS);

        assertRefused(edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", source));
        assertRefused(
                edge.call(S3TestServer.ALICE, "PUT", DOTS, "", new HeaderField("x-amz-copy-source", "/photos/k")));
    }

    @Test
    void completionLeavesNoIntent() throws IOException {
        assertRefused(edge.call(
                S3TestServer.ALICE,
                "POST",
                DOTS + "?uploadId=u",
                "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"x\"</ETag></Part>"
                        + "</CompleteMultipartUpload>"));
    }

    private void assertRefused(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidURI</Code>");
        assertThat(edge.ledger).isEmpty();
        assertThat(edge.platform.requests()).isEmpty();
    }
}
