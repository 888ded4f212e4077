package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.BucketSearch.Question;
import dev.ose.server.catalog.search.BucketSearch.Whose;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.http.WireClient;
import dev.ose.server.tenant.credential.CredentialKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class JsonDialectTest {

    private static final HeaderField JSON = new HeaderField("Accept", "application/json");
    private static final HeaderField ANYTHING = new HeaderField("Accept", "*/*");

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer get(String target, String platformsDocument, HeaderField... headers) throws IOException {
        edge = new S3TestServer(
                request -> request.answer("200 OK", "", platformsDocument.getBytes(StandardCharsets.UTF_8)));
        return edge.call(S3TestServer.ALICE, "GET", target, "", headers);
    }

    @Test
    void listingIsToldInJsonToWhoPrefersIt() throws IOException {
        String listing = "<ListBucketResult><Name>photos</Name><Contents><Key>k</Key><Size>3</Size></Contents>"
                + "</ListBucketResult>";

        WireClient.Answer answer = get("/photos?list-type=2", listing, JSON);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body())
                .contains("\"objectBrief\":[{\"key\":\"k\",\"size\":3}]")
                .contains("\"name\":\"photos\"");
    }

    @Test
    void listingInJsonTellsOfItsBucket() throws IOException {
        String listing = "<ListBucketResult><Name>photos</Name></ListBucketResult>";

        String answer = get("/photos", listing, JSON).body();

        assertThat(answer)
                .contains("\"name\":\"photos\"", "\"path\":\"" + S3TestServer.ALICES + "/photos\"")
                .contains("\"tenant\":\"" + S3TestServer.ALICES + "\"", "\"region\":\"us-east-1\"")
                .contains("\"s3Href\":\"http://127.0.0.1:" + edge.port() + "/photos\"")
                .contains("\"owner\":{\"id\":\"" + S3TestServer.CANONICAL + "\",\"displayName\":\"ann\"}")
                .endsWith("\"objectCount\":3,\"usedBytes\":12345678901}");
    }

    /** One that may see a part of a bucket must not learn how much is in all of it. */
    @Test
    void limitedCallerIsNotToldTheUsage() throws IOException {
        edge = new S3TestServer(request ->
                request.answer("200 OK", "", "<ListBucketResult></ListBucketResult>".getBytes(StandardCharsets.UTF_8)));
        edge.limit("LIMITED", CredentialKind.APPLICATION, """
                {"Statement": {"Effect": "Allow", "Action": "s3:ListBucket", "Resource": "*"}}""");
        edge.addColleague("COLLEAGUE");

        for (String key : List.of("LIMITED", "COLLEAGUE")) {
            assertThat(edge.call(key, "GET", "/photos?list-type=2", "", JSON).body())
                    .contains("\"owner\":{")
                    .doesNotContain("objectCount", "usedBytes");
        }
    }

    @Test
    void longListingIsToldInJsonToo() throws IOException {
        String contents = "<Contents><Key>" + "k".repeat(1000) + "</Key></Contents>";

        WireClient.Answer answer =
                get("/photos?list-type=2", "<ListBucketResult>" + contents.repeat(1000) + "</ListBucketResult>", JSON);

        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body()).hasSizeGreaterThan(1_000_000).startsWith("{").endsWith("}");
    }

    @Test
    void everybodyElseGetsXml() throws IOException {
        String listing = "<ListBucketResult><Name>photos</Name></ListBucketResult>";

        WireClient.Answer answer = get("/photos?list-type=2", listing, ANYTHING);

        assertThat(answer.headers()).containsEntry("content-type", "application/xml");
        assertThat(answer.body()).isEqualTo(listing);
    }

    @Test
    void errorIsToldInJson() throws IOException {
        WireClient.Answer answer = get("/none/k", "", JSON);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(answer.body()).startsWith("{\"code\":\"NoSuchBucket\",\"message\":\"");
    }

    @Test
    void objectIsNoDocument() throws IOException {
        String object = "<ListBucketResult></ListBucketResult>";

        WireClient.Answer answer = get("/photos/k", object, JSON);

        assertThat(answer.body()).isEqualTo(object);
    }

    @Test
    void ownBucketsAreFoundWithAllThatIsKnown() throws IOException {
        WireClient.Answer answer =
                get("/?filter=name%3D%3Dp*%3BusedBytes%3E5&order=usedBytes%20DESC&offset=2&limit=1", "", JSON);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"owner\":{\"id\":\"" + S3TestServer.CANONICAL + "\",\"displayName\":\"user of "
                        + S3TestServer.ALICE
                        + "\"},\"buckets\":[{\"name\":\"photos\",\"creationDate\":\"1970-01-01T00:00:00.000Z\","
                        + "\"path\":\"" + S3TestServer.ALICES + "/photos\","
                        + "\"region\":\"us-east-1\",\"tenant\":\"" + S3TestServer.ALICES
                        + "\",\"s3Href\":\"http://127.0.0.1:" + edge.port() + "/photos\",\"owner\":{\"id\":\""
                        + S3TestServer.CANONICAL
                        + "\",\"displayName\":\"ann\"},\"objectCount\":3,\"usedBytes\":12345678901}],"
                        + "\"pageInfo\":{\"offset\":2,\"limit\":1,\"total\":7}}");
        assertThat(edge.bucketQuestions.keySet()).singleElement().isInstanceOf(Whose.OfUser.class);
        assertThat(edge.bucketQuestions.values())
                .containsExactly(new Question(
                        new BucketFilter.All(List.of(
                                new BucketFilter.Like(BucketProperty.NAME, new Glob("p*"), true),
                                new BucketFilter.Amount(BucketProperty.BYTES, Relation.MORE, 5))),
                        BucketProperty.BYTES,
                        true,
                        2,
                        1));
    }

    @Test
    void sharedBucketsTellNeitherPeopleNorSizes() throws IOException {
        WireClient.Answer answer = get("/?shared", "", JSON);

        assertThat(answer.body()).contains("\"buckets\":[{\"name\":\"photos\"").doesNotContain("ann\"", "objectCount");
        assertThat(edge.bucketQuestions.keySet()).singleElement().isInstanceOf(Whose.SharedWith.class);
    }

    @Test
    void sameBucketsAreToldInXml() throws IOException {
        WireClient.Answer answer = get("/?limit=5", "", ANYTHING);

        assertThat(answer.headers()).containsEntry("content-type", "application/xml");
        assertThat(answer.body()).contains("<ListAllMyBucketsResult", "<Bucket><Name>photos</Name>");
    }

    @ParameterizedTest
    @CsvSource({
        "/?all, 403, AccessDenied, all",
        "/?all&shared, 400, InvalidArgument, shared",
        "/?filter=name, 400, InvalidArgument, filter",
        "/?filter=1%3D1, 400, InvalidArgument, filter",
        "/?shared&filter=usedBytes%3E5, 400, InvalidArgument, filter",
        "/?shared&order=owner, 400, InvalidArgument, order",
        "/?order=name%20UP, 400, InvalidArgument, order",
        "/?order=id%3B, 400, InvalidArgument, order",
        "/?limit=0, 400, InvalidArgument, limit",
        "/?limit=1001, 400, InvalidArgument, limit",
        "/?offset=-1, 400, InvalidArgument, offset",
        "/?limit=5&prefix=p, 400, InvalidArgument, prefix"
    })
    void whatCannotBeAskedIsRefusedByName(String target, int status, String code, String argument) throws IOException {
        WireClient.Answer answer = get(target, "", JSON);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"code\":\"" + code + '"');
        if (status == 400) {
            assertThat(answer.body()).contains("\"argumentName\":\"" + argument + '"');
        }
        assertThat(edge.bucketQuestions).isEmpty();
    }

    @Test
    void filterThatWasNotSignedIsRefused() throws IOException {
        edge = new S3TestServer(request -> request.answer("200 OK", "", new byte[0]));
        String signed = edge.signed(S3TestServer.ALICE, "GET", "/?limit=5", "");
        try (WireClient client = edge.connect()) {
            client.send(signed.replaceFirst("limit=5", "limit=5&all"));
            assertThat(client.answer().body()).contains("<Code>SignatureDoesNotMatch</Code>");
        }
        try (WireClient client = edge.connect()) {
            client.send("GET /?filter=name%3D%3Dp HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.answer().body()).contains("<Code>AccessDenied</Code>");
        }
        assertThat(edge.bucketQuestions).isEmpty();
    }
}
