package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class JsonBodiesTest {

    private static final HeaderField JSON = new HeaderField("Content-Type", "Application/JSON; charset=utf-8");
    private static final String TAGS = "{\"tagSets\":[{\"tags\":[{\"key\":\"k\",\"value\":\"v\"}]}]}";
    private static final String TAGS_IN_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>""";

    private final List<String> received = new CopyOnWriteArrayList<>();
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = edge(EnumSet.of(Capability.EXACT_KEYS, Capability.CONDITIONAL_WRITES));
    }

    private S3TestServer edge(EnumSet<Capability> capabilities) throws IOException {
        return new S3TestServer(
                request -> {
                    received.add(new String(request.body(), StandardCharsets.UTF_8));
                    return request.answer("200 OK", "ETag: \"e\"\r\n", new byte[0]);
                },
                capabilities);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String md5(String text) {
        return Base64.getEncoder().encodeToString(Digester.md5().digest(utf8(text)));
    }

    private String sent(String header) {
        return edge.platform.requests().getFirst().header(header);
    }

    @Test
    void platformGetsTheDocumentInXmlWithDigestsOfItsOwn() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "PUT", "/photos?tagging", TAGS, JSON, new HeaderField("Content-MD5", md5(TAGS)));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(received).containsExactly(TAGS_IN_XML);
        assertThat(sent("content-type")).isEqualTo("application/xml");
        assertThat(sent("content-md5")).isEqualTo(md5(TAGS_IN_XML));
        assertThat(sent("x-amz-content-sha256"))
                .isEqualTo(PayloadHash.Digest.of(utf8(TAGS_IN_XML)).hex());
    }

    @Test
    void signatureCoversTheDocumentAsItWasSent() throws IOException {
        String otherHash = PayloadHash.Digest.of(utf8(TAGS_IN_XML)).hex();

        try (WireClient client = edge.connect()) {
            client.send(edge.head(S3TestServer.ALICE, "PUT", "/photos?tagging", otherHash, TAGS.length(), JSON) + TAGS);

            assertThat(client.answer().body()).contains("<Code>XAmzContentSHA256Mismatch</Code>");
        }
        assertThat(received).isEmpty();
    }

    @Test
    void malformedDocumentNeverReachesThePlatform() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?tagging",
                "{\"tags\":[]}",
                JSON,
                new HeaderField("Accept", "application/json"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"code\":\"MalformedJSON\"");
        assertThat(received).isEmpty();
    }

    @Test
    void granteesAreNamedAsThePlatformNamesThem() throws IOException {
        String acl = "{\"owner\":{\"id\":\"" + S3TestServer.CANONICAL + "\"},\"grants\":[{\"grantee\":{\"id\":\""
                + S3TestServer.CANONICAL + "\"},\"permission\":\"READ\"}]}";

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?acl", acl, JSON);

        assertThat(received)
                .singleElement()
                .asString()
                .contains("<ID>vendor-id</ID>")
                .doesNotContain(S3TestServer.CANONICAL);
    }

    @Test
    void objectsAreDeletedByName() throws IOException {
        edge.call(S3TestServer.ALICE, "POST", "/photos?delete", "{\"objects\":[{\"key\":\"a\"}]}", JSON);

        assertThat(received).singleElement().asString().contains("<Object><Key>a</Key></Object>");
        assertThat(edge.ledger).first().isEqualTo("begin a");
    }

    @Test
    void documentInXmlGoesOnAsItIsWhateverItIsCalled() throws IOException {
        edge.call(S3TestServer.ALICE, "PUT", "/photos?tagging", TAGS_IN_XML, JSON);

        assertThat(received).containsExactly(TAGS_IN_XML);
        assertThat(sent("content-type")).isEqualTo(JSON.value());
    }

    @Test
    void objectInJsonStaysWhatItIs() throws IOException {
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", TAGS, JSON);

        assertThat(received).containsExactly(TAGS);
        assertThat(sent("content-type")).isEqualTo(JSON.value());
        assertThat(sent("if-none-match")).isEmpty();
    }

    @Test
    void objectThatMustNotOverwriteIsConditional() throws IOException {
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?overwrite=false", "content");
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?overwrite=true", "content");

        assertThat(edge.platform.requests())
                .extracting(request -> request.header("if-none-match"))
                .containsExactly("*", "");
    }

    @ParameterizedTest
    @CsvSource({
        "no, x-none, InvalidArgument",
        "false, If-Match, InvalidArgument",
        "false, x-amz-copy-source, NotImplemented"
    })
    void whatCannotBeMeantOrDoneIsRefused(String overwrite, String header, String code) throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k?overwrite=" + overwrite,
                "",
                new HeaderField(header, "photos/source"));

        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
        assertThat(received).isEmpty();
    }

    @Test
    void platformThatWouldOverwriteIsNotAsked() throws IOException {
        edge.close();
        edge = edge(EnumSet.of(Capability.EXACT_KEYS));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/photos/k?overwrite=false", "content");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(received).isEmpty();
    }
}
