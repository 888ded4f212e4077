package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GrantHeadersTest {

    private static final String OURS = "a".repeat(64);
    private static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"x\"\r\n", new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer grant(String method, String target, String name, String value) throws IOException {
        return edge.call(S3TestServer.ALICE, method, target, "", new HeaderField(name, value));
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /photos/k, x-amz-grant-read",
        "PUT, /photos/k, x-amz-grant-full-control",
        "POST, /photos/k?uploads, x-amz-grant-read-acp",
        "PUT, /photos/k?acl, x-amz-grant-write-acp",
        "PUT, /photos?acl, x-amz-grant-write",
        "PUT, /fresh, x-amz-grant-read"
    })
    void granteeIsNamedAsThePlatformNamesHim(String method, String target, String name) throws IOException {
        grant(method, target, name, "id=\"" + OURS + "\", uri=" + EVERYBODY);

        assertThat(edge.platform.requests().getFirst().header(name))
                .isEqualTo("id=\"vendor-id\", uri=\"" + EVERYBODY + '"');
    }

    @Test
    void granteeOfACopyIsNamedToo() throws IOException {
        edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "",
                new HeaderField("x-amz-copy-source", "photos/source"),
                new HeaderField("x-amz-grant-read", "id=" + OURS));

        assertThat(edge.platform.requests().getFirst().header("x-amz-grant-read"))
                .isEqualTo("id=\"vendor-id\"");
    }

    @ParameterizedTest
    @CsvSource({
        "id=\"vendor-id\", InvalidArgument, Invalid id",
        "id=\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\", InvalidArgument, Invalid id",
        "emailAddress=\"a@example.com\", UnresolvableGrantByEmailAddress, email",
        "vendor-id, InvalidArgument, Argument format",
        "name=\"vendor-id\", InvalidArgument, Argument format",
        "id=\"vendor\"-id\", InvalidArgument, Argument format",
        "id=, InvalidArgument, Argument format"
    })
    void grantToAnUnknownGranteeNeverReachesThePlatform(String value, String code, String message) throws IOException {
        WireClient.Answer answer = grant("PUT", "/photos/k", "x-amz-grant-read", value);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>", message);
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @Test
    void cannedAclAndGrantsExcludeEachOther() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "x",
                new HeaderField("x-amz-acl", "private"),
                new HeaderField("x-amz-grant-read", "id=" + OURS));

        assertThat(answer.body()).contains("<Code>InvalidRequest</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/photos?versioning", "/photos/k?tagging", "/photos/k?partNumber=1&uploadId=u"})
    void grantWhereThereIsNothingToGrantIsRefused(String target) throws IOException {
        grant("PUT", target, "x-amz-grant-read", "id=\"whatever\"");

        assertThat(edge.platform.requests()).isEmpty();
    }
}
