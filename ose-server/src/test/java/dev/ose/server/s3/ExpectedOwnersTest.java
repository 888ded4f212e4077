package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with {@code x-amz-expected-bucket-owner}. */
@Timeout(60)
class ExpectedOwnersTest {

    private static final String OWNER = "x-amz-expected-bucket-owner";
    private static final String SOURCE_OWNER = "x-amz-source-expected-bucket-owner";
    private static final String COPIED = "<CopyObjectResult><ETag>\"9a0364b9e99bb480dd25e1f0284c8555\"</ETag>"
            + "<LastModified>2026-11-23T00:00:00Z</LastModified></CopyObjectResult>";

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = S3TestServer.withoutQuirks(ExpectedOwnersTest::agree);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private static boolean agree(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.head().toLowerCase(Locale.ROOT).contains("x-amz-copy-source")
                ? COPIED.getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        request.body();
        return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", body);
    }

    private WireClient.Answer call(String line, HeaderField... headers) throws IOException {
        String method = line.substring(0, line.indexOf(' '));
        return edge.call(S3TestServer.ALICE, method, line.substring(line.indexOf(' ') + 1), "", headers);
    }

    private static HeaderField header(String name, String value) {
        return new HeaderField(name, value);
    }

    private void assertDenied(WireClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /photos/k",
                "HEAD /photos/k",
                "PUT /photos/k",
                "DELETE /photos/k",
                "GET /photos/k?tagging",
                "DELETE /photos/k?tagging",
                "POST /photos/k?uploads",
                "PUT /photos/k?uploadId=u&partNumber=1",
                "GET /photos/k?uploadId=u",
                "DELETE /photos/k?uploadId=u",
                "GET /photos?list-type=2",
                "GET /photos?versions",
                "HEAD /photos",
                "GET /photos?acl",
                "GET /photos?location",
                "DELETE /photos?policy",
                "DELETE /photos"
            })
    void requestThatExpectsAnotherOwnerIsDenied(String line) throws IOException {
        for (String other : new String[] {"123456789012", S3TestServer.EVES.toString(), ""}) {
            assertDenied(call(line, header(OWNER, other)));
        }
    }

    /** The header is not sent to the platform, where the owner has another id. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /photos/k", "PUT /photos/k", "HEAD /photos"})
    void requestThatExpectsTheTenantIsServed(String line) throws IOException {
        WireClient.Answer answer = call(line, header(OWNER, S3TestServer.ALICES.toString()));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(edge.platform.requests().getFirst().head()).doesNotContainIgnoringCase("bucket-owner");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT /photos/k", "PUT /photos/k?uploadId=u&partNumber=1"})
    void ownerOfTheSourceIsExpectedApart(String line) throws IOException {
        HeaderField source = header("x-amz-copy-source", "/dotted.photos/a");

        assertDenied(call(line, source, header(SOURCE_OWNER, "123456789012")));
        assertDenied(call(
                line, source, header(OWNER, "123456789012"), header(SOURCE_OWNER, S3TestServer.ALICES.toString())));
        assertThat(call(line, source, header(SOURCE_OWNER, S3TestServer.ALICES.toString()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void bucketThatIsNotThereHasNoOwner() throws IOException {
        assertDenied(call("GET /", header(OWNER, S3TestServer.ALICES.toString())));
        assertDenied(call("PUT /new-bucket", header(OWNER, S3TestServer.ALICES.toString())));
    }
}
