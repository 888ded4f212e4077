package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.transfer.PlatformRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies, completions and abortions whose answer is broken, or whose outcome cannot be recorded. */
@Timeout(60)
class AwaitedWritesTest {

    private static final HeaderField SOURCE = new HeaderField("x-amz-copy-source", "/photos/source");
    private static final String REFUSAL = "<Error><Code>AccessDenied</Code></Error>";
    private static final String COMPLETED =
            "<CompleteMultipartUploadResult><ETag>\"a-1\"</ETag></CompleteMultipartUploadResult>";
    private static final String COMPLETION = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>a</ETag>"
            + "</Part></CompleteMultipartUpload>";

    private S3TestServer edge;
    private volatile Answer answer = request -> request.answer(new byte[0]);

    /** How the platform answers a write whose body it has read. */
    @FunctionalInterface
    private interface Answer {
        boolean to(ScriptedPlatform.Request request) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            if (request.line().startsWith("HEAD ")) {
                request.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"a\"\r\n\r\n");
                return true;
            }
            request.body();
            return answer.to(request);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void refuse() {
        answer = request -> request.answer("403 Forbidden", "", bytes(REFUSAL));
    }

    /** The platform closes the connection within its document. */
    private void refuseBrokenly() {
        answer = request -> {
            request.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 1000\r\n\r\n<Error>");
            return false;
        };
    }

    /** The database goes away while the platform works. */
    private void loseTheDatabaseBefore(Answer then) {
        answer = request -> {
            edge.databaseGone = true;
            return then.to(request);
        };
    }

    private WireClient.Answer copy() throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", SOURCE);
    }

    private WireClient.Answer copyPart() throws IOException {
        return edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=1&uploadId=copied", "", SOURCE);
    }

    private WireClient.Answer complete() throws IOException {
        return edge.call(S3TestServer.ALICE, "POST", "/photos/k?uploadId=completed", COMPLETION);
    }

    private WireClient.Answer abort() throws IOException {
        return edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?uploadId=aborted", "");
    }

    private WireClient.Answer deleteSome() throws IOException {
        return edge.call(
                S3TestServer.ALICE, "POST", "/photos?delete", "<Delete><Object><Key>a</Key></Object></Delete>");
    }

    private static void assertRefused(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>AccessDenied</Code>");
    }

    private static void assertUnknown(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("may or may not");
    }

    @Test
    void brokenRefusalIsAnUnknownOutcome() throws IOException {
        refuseBrokenly();

        assertUnknown(copy());
        assertUnknown(copyPart());
        assertUnknown(complete());
        assertUnknown(abort());

        assertThat(edge.ledger).containsExactly("begin k", "Unknown k", "begin k", "Unknown k");
        assertThat(edge.uploads.unsure()).containsExactlyInAnyOrder("copied", "completed", "aborted");
    }

    @Test
    void refusalWhoseEndCannotBeRecordedIsAnswered() throws IOException {
        loseTheDatabaseBefore(request -> request.answer("403 Forbidden", "", bytes(REFUSAL)));

        assertRefused(copy());
        edge.databaseGone = false;
        assertRefused(complete());
        edge.databaseGone = false;
        assertRefused(deleteSome());

        assertThat(edge.ledger).containsExactly("begin k", "begin k", "begin a");
    }

    @Test
    void writeWhoseEndCannotBeRecordedIsAnUnknownOutcome() throws IOException {
        loseTheDatabaseBefore(
                request -> request.answer(bytes("<CopyObjectResult><ETag>\"a\"</ETag></CopyObjectResult>")));
        assertUnknown(copy());
        edge.databaseGone = false;
        loseTheDatabaseBefore(
                request -> request.answer(bytes("<DeleteResult><Deleted><Key>a</Key></Deleted></DeleteResult>")));
        assertUnknown(deleteSome());

        assertThat(edge.ledger).containsExactly("begin k", "begin a");
    }

    @Test
    void completionWhoseEndCannotBeRecordedLeavesItsUploadInDoubt() throws IOException {
        loseTheDatabaseBefore(request -> request.answer(bytes(COMPLETED)));

        assertUnknown(complete());

        assertThat(edge.ledger).containsExactly("begin k");
        assertThat(edge.uploads.unsure()).containsExactly("completed");
    }

    @Test
    void writeIsRecordedThoughItsClientHasGone() throws Exception {
        CompletableFuture<Void> isSent = new CompletableFuture<>();
        CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
        answer = request -> {
            isSent.complete(null);
            mayAnswer.join();
            return request.answer(bytes(COMPLETED));
        };

        try (WireClient client = edge.connect()) {
            client.send(edge.signed(S3TestServer.ALICE, "POST", "/photos/k?uploadId=completed", COMPLETION));
            isSent.join();
        }
        mayAnswer.complete(null);

        await().atMost(Duration.ofMinutes(1)).until(() -> edge.ledger.size() >= 2);
        assertThat(edge.ledger).containsExactly("begin k", "Changed k");
    }

    @Test
    void platformMayTakeMinutesForCopiesAndCompletions() throws IOException {
        refuse();

        assertRefused(copy());
        assertRefused(copyPart());
        assertRefused(complete());

        assertThat(edge.sent)
                .filteredOn(request -> !request.isSafe())
                .hasSize(3)
                .allMatch(PlatformRequest::patient);
    }
}
