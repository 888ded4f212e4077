package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class OverlookedConditionsTest {

    private static final String PARTS =
            "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>e</ETag></Part></CompleteMultipartUpload>";
    private static final String SOURCE = "x-amz-copy-source";

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = edge(EnumSet.of(Capability.CONDITIONAL_WRITES));
    }

    private static S3TestServer edge(Set<Capability> capabilities) throws IOException {
        return new S3TestServer(
                request -> {
                    request.body();
                    return request.answer("412 Precondition Failed", "", new byte[0]);
                },
                capabilities);
    }

    private void startOffering(Capability capability) throws IOException {
        edge.close();
        edge = edge(EnumSet.of(capability));
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer call(String line, HeaderField... headers) throws IOException {
        String[] words = line.split(" ", 2);
        String body = words[0].equals("POST") ? PARTS : "";
        return edge.call(S3TestServer.ALICE, words[0], words[1], body, headers);
    }

    private WireClient.Answer copy(String header, String value) throws IOException {
        return call("PUT /photos/k", new HeaderField(SOURCE, "photos/source"), new HeaderField(header, value));
    }

    private WireClient.Answer deleteIfTagged() throws IOException {
        return edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>k</Key><ETag>\"e\"</ETag></Object></Delete>");
    }

    private void isRefused(WireClient.Answer answer, String field, String name) {
        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body())
                .contains("<Code>NotImplemented</Code>")
                .containsIgnoringCase("<" + field + ">" + name + "</" + field + ">");
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE /photos/k, If-Match",
        "DELETE /photos/k?versionId=v, If-Match",
        "POST /photos/k?uploadId=u, If-Match",
        "POST /photos/k?uploadId=u, If-None-Match"
    })
    void conditionThatThePlatformWouldOverlookIsRefusedByName(String line, String header) throws IOException {
        isRefused(call(line, new HeaderField(header, "*")), "Header", header);
    }

    @ParameterizedTest
    @CsvSource({
        "If-Match",
        "If-None-Match",
        "x-amz-copy-source-if-match",
        "x-amz-copy-source-if-none-match",
        "x-amz-copy-source-if-modified-since",
        "x-amz-copy-source-if-unmodified-since"
    })
    void conditionOfACopyIsRefusedByName(String header) throws IOException {
        isRefused(copy(header, "*"), "Header", header);
    }

    /** SDKs send it by default with each part, so the node checks it on the source instead. */
    @ParameterizedTest
    @CsvSource({
        "x-amz-copy-source-if-match, if-match",
        "x-amz-copy-source-if-none-match, if-none-match",
        "x-amz-copy-source-if-modified-since, if-modified-since",
        "x-amz-copy-source-if-unmodified-since, if-unmodified-since"
    })
    void conditionOfACopiedPartIsAskedOfItsSource(String header, String asked) throws IOException {
        WireClient.Answer answer = call(
                "PUT /photos/k?uploadId=u&partNumber=1",
                new HeaderField(SOURCE, "photos/source"),
                new HeaderField("x-amz-copy-source-range", "bytes=0-4"),
                new HeaderField(header, "x"));

        assertThat(answer.status()).isEqualTo(412);
        assertThat(answer.body()).contains("<Code>PreconditionFailed</Code>", "<Condition>" + header + "</Condition>");
        assertThat(edge.platform.requests()).singleElement().satisfies(request -> {
            assertThat(request.line()).startsWith("HEAD /photos/source ");
            assertThat(request.header(asked)).isEqualTo("x");
        });
    }

    @Test
    void tagInDeleteObjectsIsRefusedByName() throws IOException {
        isRefused(deleteIfTagged(), "Element", "ETag");
    }

    @ParameterizedTest
    @CsvSource({"LastModifiedTime, 2026-01-01T00:00:00Z", "Size, 5"})
    void conditionThatNoPlatformHasIsRefusedByName(String element, String value) throws IOException {
        startOffering(Capability.CONDITIONAL_DELETES);

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>k</Key><" + element + ">" + value + "</" + element + "></Object></Delete>");

        isRefused(answer, "Element", element);
    }

    @ParameterizedTest
    @CsvSource({
        "CONDITIONAL_DELETES, DELETE /photos/k, if-match",
        "CONDITIONAL_COMPLETIONS, POST /photos/k?uploadId=u, if-none-match"
    })
    void conditionIsPassedToAPlatformThatDecidesIt(Capability capability, String line, String header)
            throws IOException {
        startOffering(capability);

        assertThat(call(line, new HeaderField(header, "*")).status()).isEqualTo(412);
        assertThat(edge.platform.requests())
                .anySatisfy(request -> assertThat(request.header(header)).isEqualTo("*"));
    }

    @Test
    void conditionOfACopyIsPassedToAPlatformThatDecidesIt() throws IOException {
        startOffering(Capability.CONDITIONAL_COPIES);

        assertThat(copy("If-None-Match", "*").status()).isEqualTo(412);
        assertThat(edge.platform.requests()).anySatisfy(request -> assertThat(request.header("if-none-match"))
                .isEqualTo("*"));
    }

    @Test
    void conditionOfASourceIsPassedToAPlatformThatDecidesIt() throws IOException {
        startOffering(Capability.COPY_SOURCE_CONDITIONS);

        copy("x-amz-copy-source-if-match", "*");

        assertThat(edge.platform.requests())
                .anySatisfy(request ->
                        assertThat(request.header("x-amz-copy-source-if-match")).isEqualTo("*"));
    }

    @Test
    void tagInDeleteObjectsIsPassedToAPlatformThatDecidesIt() throws IOException {
        startOffering(Capability.CONDITIONAL_DELETES);

        assertThat(deleteIfTagged().status()).isEqualTo(412);
        assertThat(edge.platform.requests()).hasSize(1);
    }

    @Test
    void requestsWithoutConditionsAreSent() throws IOException {
        call("DELETE /photos/k");

        assertThat(edge.platform.requests()).hasSize(1);
    }
}
