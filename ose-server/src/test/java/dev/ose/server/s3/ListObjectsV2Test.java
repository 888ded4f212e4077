package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ListObjectsV2Test {

    private static final String LISTING = "<ListBucketResult><IsTruncated>true</IsTruncated>"
            + "<EncodingType>url</EncodingType><StartAfter>b</StartAfter>"
            + "<Contents><Key>b%0A</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            + "<ETag>&quot;t&quot;</ETag><Size>7</Size><StorageClass>COLD</StorageClass></Contents>"
            + "<CommonPrefixes><Prefix>dir/</Prefix></CommonPrefixes></ListBucketResult>";

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer list(String query) throws IOException {
        return edge.call(S3TestServer.ALICE, "GET", "/photos?list-type=2" + query, "");
    }

    private void start(String status, String body) throws IOException {
        edge = new S3TestServer(request -> request.answer(status, "", body.getBytes(StandardCharsets.UTF_8)));
        edge.listing.known = Optional.of(Stream.of("a", "b", "dir/1", "e")
                .map(key -> new IndexedObject(new ObjectKey(key), new ObjectFacts(5, "tag", Instant.EPOCH, null)))
                .toList());
    }

    private String asked() {
        return edge.platform.requests().getLast().line();
    }

    @Test
    void pageComesFromTheDatabaseOnceThePlatformHasAllowedIt() throws IOException {
        start("200 OK", "<ListBucketResult/>");

        WireClient.Answer answer = list("&prefix=&delimiter=%2F&max-keys=3");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<Key>a</Key>", "<Prefix>dir/</Prefix>", "<KeyCount>3</KeyCount>")
                .contains("<NextContinuationToken>ours.true.dir/</NextContinuationToken>")
                .doesNotContain("EncodingType", "<Key>e</Key>");
        assertThat(edge.platform.requests()).hasSize(1);
        assertThat(asked()).contains("max-keys=0", "delimiter=%2F");
    }

    @Test
    void refusalOfThePlatformIsTheAnswer() throws IOException {
        start("403 Forbidden", "<Error><Code>AccessDenied</Code></Error>");

        WireClient.Answer answer = list("&prefix=private%2F");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("AccessDenied").doesNotContain("<Key>");
        assertThat(asked()).contains("prefix=private%2F");
    }

    @Test
    void pageThatTheDatabaseIsNotSureOfIsThePlatforms() throws IOException {
        start("200 OK", LISTING);
        edge.listing.known = Optional.empty();

        WireClient.Answer answer = list("&max-keys=7");

        assertThat(answer.body()).isEqualTo(LISTING);
        assertThat(asked()).contains("max-keys=7");
    }

    @Test
    void platformGoesOnBehindAPageOfTheDatabase() throws IOException {
        start("200 OK", LISTING);
        edge.listing.known = Optional.empty();

        WireClient.Answer answer = list("&delimiter=%2F&max-keys=2&continuation-token=ours.false.b");

        assertThat(asked()).contains("start-after=b", "max-keys=2").doesNotContain("continuation-token");
        assertThat(answer.body())
                .contains("<ContinuationToken>ours.false.b</ContinuationToken>")
                .contains("<NextContinuationToken>ours.true.dir/</NextContinuationToken>")
                .contains("<Key>b&#xA;</Key>", "<StorageClass>COLD</StorageClass>")
                .doesNotContain("StartAfter", "EncodingType");
    }

    @Test
    void tokenThatWasTamperedWithIsRefused() throws IOException {
        start("200 OK", LISTING);

        WireClient.Answer answer = list("&continuation-token=ours.b");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("InvalidArgument", "continuation-token");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&continuation-token=theirs",
                "&fetch-owner=true",
                "&max-keys=0",
                "&delimiter=%2F&start-after=dir%2F0"
            })
    void whatOnlyThePlatformKnowsIsThePlatforms(String query) throws IOException {
        start("200 OK", LISTING);

        assertThat(list(query).body()).isEqualTo(LISTING);
        assertThat(asked()).contains(query.substring(query.lastIndexOf('&') + 1));
    }

    @Test
    void answerOfThePlatformThatIsNoListingIsNotTakenForAnEmptyOne() throws IOException {
        start("200 OK", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>");
        edge.listing.known = Optional.empty();

        assertThat(list("&continuation-token=ours.false.b").status()).isGreaterThanOrEqualTo(500);
    }
}
