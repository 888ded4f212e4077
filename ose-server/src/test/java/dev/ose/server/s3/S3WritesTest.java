package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class S3WritesTest {

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private void start(ScriptedPlatform.Script script) throws IOException {
        edge = new S3TestServer(script);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void putMakesTheIntentDurableBeforeThePlatformSeesTheObject() throws Exception {
        start(request -> request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", request.body()));
        edge.intentsMayBeDurable = new CompletableFuture<>();

        try (WireClient client = edge.connect()) {
            client.send(edge.signed(S3TestServer.ALICE, "PUT", "/photos/k", "content"));
            // A second request on another connection proves that the node has finished the first.
            edge.call(S3TestServer.ALICE, "GET", "/photos/other", "");
            assertThat(edge.platform.requests()).hasSize(1);

            edge.intentsMayBeDurable.complete(null);
            assertThat(client.answer().status()).isEqualTo(200);
        }
        assertThat(edge.ledger).containsExactly("begin k", "Written k");
    }

    /** More requests than connections to the platform. */
    @Test
    void outcomesThatCannotBeKeptTakeNoConnectionAway() throws Exception {
        start(request -> {
            edge.databaseGone = request.line().startsWith("PUT");
            request.body();
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", bytes("unread"));
        });

        for (int i = 0; i < 20; i++) {
            edge.databaseGone = false;
            assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content")
                            .status())
                    .isEqualTo(500);
        }

        edge.databaseGone = false;
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos/k", "").status())
                .isEqualTo(200);
    }

    @Test
    void putHoldsTheEndOfALargeBodyBackUntilTheIntentIsDurable() throws Exception {
        CompletableFuture<Integer> atFirst = new CompletableFuture<>();
        int length = 1_000_000;
        start(request -> {
            int read = request.in().readNBytes(length - 64 * 1024).length;
            atFirst.complete(read + request.in().available());
            request.in().readNBytes(64 * 1024);
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });
        edge.intentsMayBeDurable = new CompletableFuture<>();

        try (WireClient client = edge.connect()) {
            client.send(edge.head(S3TestServer.ALICE, "PUT", "/photos/big", "UNSIGNED-PAYLOAD", length));
            client.send(new byte[length]);
            assertThat(atFirst.get()).isEqualTo(length - 64 * 1024);

            edge.intentsMayBeDurable.complete(null);
            assertThat(client.answer().status()).isEqualTo(200);
        }
        assertThat(edge.ledger).containsExactly("begin big", "Written big");
    }

    @Test
    void putKeepsTheHashThatTheClientSigned() throws IOException {
        start(request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content");

        assertThat(edge.platform.requests().getFirst().header("x-amz-content-sha256"))
                .isEqualTo(PayloadHash.Digest.of(bytes("content")).hex());
    }

    @Test
    void putTellsThatNothingHappenedWhenThePlatformRefused() throws IOException {
        start(request -> {
            request.body();
            return request.answer(
                    "403 Forbidden",
                    "",
                    bytes("<Error><Code>AccessDenied</Code><Message>User: arn:aws:iam::123456789012:user/plat-alice"
                            + " is not"
                            + " authorized</Message><RequestId>theirs</RequestId>"
                            + "<HostId>vendor.example</HostId></Error>"));
        });

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body())
                .contains("<Code>AccessDenied</Code>", "<Message>Access Denied</Message>")
                .doesNotContain("theirs", "vendor.example", "arn:", "plat-alice");
        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
    }

    @Test
    void putTellsAnUnknownOutcomeWhenThePlatformDies() throws IOException {
        start(request -> {
            request.body();
            return false;
        });

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("<Code>InternalError</Code>", "may or may not");
        assertThat(edge.ledger).containsExactly("begin k", "Unknown k");
    }

    @Test
    void aBodyCutByTheClientLeavesNothingOnThePlatform() throws Exception {
        CompletableFuture<Integer> got = new CompletableFuture<>();
        start(request -> {
            got.complete(request.body().length);
            return false;
        });

        try (WireClient client = edge.connect()) {
            client.send(edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "UNSIGNED-PAYLOAD", 1_000_000));
            client.send(new byte[500_000]);
        }

        assertThat(got.get()).isLessThan(1_000_000);
        await().atMost(Duration.ofMinutes(1)).until(() -> edge.ledger.size() >= 2);
        assertThat(edge.ledger).containsExactly("begin k", "Refused k");
    }

    @Test
    void tagOfAConditionGoesOnAsThePlatformComparesIt() throws IOException {
        start(request -> {
            request.body();
            return request.answer("200 OK", "ETag: \"e\"\r\n", new byte[0]);
        });

        for (String tag : List.of("\"abc\"", "abc", "W/\"abc\"", "\"a\", \"b\"", "*")) {
            edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "content", new HeaderField("If-Match", tag));
        }
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "", new HeaderField("If-Match", "\"abc\""));

        assertThat(edge.platform.requests())
                .extracting(request -> request.header("if-match"))
                .containsExactly("abc", "abc", "W/\"abc\"", "\"a\", \"b\"", "*", "\"abc\"");
    }

    @Test
    void neverStoresChunkFraming() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "0123456789",
                new HeaderField("Content-Encoding", "aws-chunked"));

        assertThat(answer.status()).isEqualTo(501);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void passesUnsignedTrailersOnAsTheyAre(boolean withLength) throws IOException {
        List<String> received = new CopyOnWriteArrayList<>();
        start(request -> {
            received.add(new String(
                    request.header("content-length").isEmpty() ? request.chunks() : request.body(),
                    StandardCharsets.ISO_8859_1));
            return request.answer("200 OK", "ETag: \"9a0364b9e99bb480dd25e1f0284c8555\"\r\n", new byte[0]);
        });
        String framed = "7\r\ncontent\r\n0\r\nx-amz-checksum-crc32:c0ld==\r\n\r\n";

        String head = edge.head(
                S3TestServer.ALICE,
                "PUT",
                "/photos/k",
                "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                framed.length(),
                new HeaderField("Content-Encoding", "gzip,aws-chunked"),
                new HeaderField("x-amz-decoded-content-length", "7"),
                new HeaderField("x-amz-trailer", "x-amz-checksum-crc32"));
        String request = withLength
                ? head + framed
                : head.replaceFirst("Content-Length: \\d+", "Transfer-Encoding: chunked")
                        + Integer.toHexString(framed.length()) + "\r\n" + framed + "\r\n0\r\n\r\n";

        assertThat(raw(request).status()).isEqualTo(200);
        assertThat(received).containsExactly(framed);
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.header("content-encoding")).isEqualTo("gzip,aws-chunked");
        assertThat(sent.header("x-amz-decoded-content-length")).isEqualTo("7");
        assertThat(sent.header("x-amz-trailer")).isEqualTo("x-amz-checksum-crc32");
        assertThat(edge.ledger).containsExactly("begin k", "Written k");
    }

    @Test
    void refusesFramingWithoutTheLengthOfWhatIsInIt() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer =
                raw(edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", 5)
                        + "0\r\n\r\n");

        assertThat(answer.status()).isEqualTo(411);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void refusesFramingOfWhichNothingCame() throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer =
                raw(edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", 0)
                        .replaceFirst("Content-Length: 0\r\n", "x-amz-decoded-content-length: 0\r\n"));

        assertThat(answer.status()).isEqualTo(411);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/photos/k", "/photos/k?partNumber=1&uploadId=u"})
    void uploadThatNeverSaysItsLengthIsNotAnEmptyObject(String target) throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = raw(edge.head(S3TestServer.ALICE, "PUT", target, "UNSIGNED-PAYLOAD", 4)
                        .replaceFirst("Content-Length: 4\r\n", "")
                + "body");

        assertThat(answer.status()).isEqualTo(411);
        assertThat(answer.body()).contains("<Code>MissingContentLength</Code>");
        assertThat(edge.ledger).isEmpty();
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5368709121,EntityTooLarge,400", "-1,MissingContentLength,411"})
    void refusesBodiesThatS3WouldNotTake(long length, String code, int status) throws IOException {
        start(request -> request.answer(new byte[0]));

        String head = edge.head(S3TestServer.ALICE, "PUT", "/photos/k", "UNSIGNED-PAYLOAD", length);
        WireClient.Answer answer = raw(
                length < 0
                        ? head.replaceFirst("Content-Length: -1", "Transfer-Encoding: chunked") + "0\r\n\r\n"
                        : head);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>");
    }

    @Test
    void deleteIsTracked() throws IOException {
        start(request -> {
            request.send("HTTP/1.1 204 No Content\r\n\r\n");
            return true;
        });

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/k", "").status())
                .isEqualTo(204);
        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/v?versionId=3", "")
                        .status())
                .isEqualTo(204);

        assertThat(edge.ledger).containsExactly("begin k", "Deleted k", "begin v", "Changed v");
    }

    @Test
    void deleteObjectsTracksEachKey() throws IOException {
        start(request -> {
            request.body();
            return request.answer(bytes("<DeleteResult><Deleted><Key>a</Key></Deleted><Error><Key>b</Key>"
                    + "<Code>AccessDenied</Code><Message>arn:aws:iam::123456789012:user/plat-alice</Message></Error>"
                    + "</DeleteResult>"));
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos?delete",
                "<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<Deleted><Key>a</Key></Deleted>", "<Key>b</Key>", "<Message>Access Denied</Message>")
                .doesNotContain("plat-alice");
        assertThat(edge.ledger).containsExactly("begin a", "begin b", "Deleted a", "Unknown b");
    }

    @Test
    void whatIsNoAnswerToDeletionsIsNotHandedOn() throws IOException {
        start(request -> {
            request.body();
            return request.answer(bytes("<html><body>balancer-7.vendor.example is up</body></html>"));
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "POST", "/photos?delete", "<Delete><Object><Key>a</Key></Object></Delete>");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).contains("may or may not").doesNotContain("vendor.example");
        assertThat(edge.ledger).containsExactly("begin a", "Unknown a");
    }

    @Test
    void refusalOfAllDeletionsWithStatusOkIsInOurWords() throws IOException {
        start(request -> {
            request.body();
            return request.answer(bytes("<Error><Code>AccessDenied</Code><Message>plat-alice</Message></Error>"));
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "POST", "/photos?delete", "<Delete><Object><Key>a</Key></Object></Delete>");

        assertThat(answer.body()).contains("<Code>AccessDenied</Code>").doesNotContain("plat-alice");
        assertThat(edge.ledger).containsExactly("begin a", "Unknown a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Delete><Object>",
                "<!DOCTYPE d [<!ENTITY a 'x'><!ENTITY b '&a;&a;&a;'>]><Delete><Object><Key>&b;</Key></Object></Delete>",
                "<!DOCTYPE d [<!ENTITY x SYSTEM"
                        + " 'file:///etc/passwd'>]><Delete><Object><Key>&x;</Key></Object></Delete>",
                "",
                "\u0000",
                "<Other/>"
            })
    void refusesXmlThatIsNotWhatItShouldBe(String body) throws IOException {
        start(request -> request.answer(new byte[0]));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "POST", "/photos?delete", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>MalformedXML</Code>").doesNotContain("root:");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void granteesAreNamedToThePlatformByItsOwnIds() throws IOException {
        List<String> received = new CopyOnWriteArrayList<>();
        start(request -> {
            received.add(new String(request.body(), StandardCharsets.UTF_8));
            return request.answer(new byte[0]);
        });
        String ours = "a".repeat(64);
        String acl = "<AccessControlPolicy><Owner><ID>%s</ID></Owner><AccessControlList><Grant>"
                + "<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>%s</ID>"
                + "</Grantee><Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>";

        WireClient.Answer bucket = edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", acl.formatted(ours, ours));
        WireClient.Answer object = edge.call(S3TestServer.ALICE, "PUT", "/photos/k?acl", acl.formatted(ours, ours));
        WireClient.Answer stranger =
                edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", acl.formatted(ours, "b".repeat(64)));
        WireClient.Answer vendors =
                edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", acl.formatted(ours, "vendor-id"));

        assertThat(List.of(bucket.status(), object.status())).containsOnly(200);
        assertThat(received).hasSize(2).containsOnly(acl.formatted("vendor-id", "vendor-id"));
        assertThat(List.of(stranger.status(), vendors.status())).containsOnly(400);
        assertThat(stranger.body()).contains("<Code>InvalidArgument</Code>");
    }

    @Test
    void granteeByAddressIsNotLookedForOnThePlatform() throws IOException {
        start(request -> request.answer(new byte[0]));
        String acl = "<AccessControlPolicy><Owner><ID>" + "a".repeat(64) + "</ID></Owner><AccessControlList><Grant>"
                + "<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"AmazonCustomerByEmail\">"
                + "<EmailAddress>someone@example.com</EmailAddress></Grantee><Permission>READ</Permission></Grant>"
                + "</AccessControlList></AccessControlPolicy>";

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/photos?acl", acl);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>UnresolvableGrantByEmailAddress</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void sourceOfPartIsEncodedOnceMoreWhereThePlatformDecodesItTwice() throws IOException {
        start(request -> request.answer(bytes("<CopyResult><ETag>x</ETag></CopyResult>")));
        HeaderField source = new HeaderField("x-amz-copy-source", "/photos/a%25%20b");
        HeaderField range = new HeaderField("x-amz-copy-source-range", "bytes=0-1");

        edge.call(S3TestServer.ALICE, "PUT", "/photos/k?partNumber=1&uploadId=u", "", source, range);
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "", source);

        assertThat(edge.platform.requests())
                .extracting(request -> request.header("x-amz-copy-source"))
                .containsExactly("photos/a%2525%2520b", "photos/a%25%20b");
    }

    @Test
    void copyOfAMissingObjectNamesTheSource() throws IOException {
        start(request -> request.answer("404 Not Found", "", bytes("<Error><Code>NoSuchKey</Code></Error>")));

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "PUT", "/photos/k", "", new HeaderField("x-amz-copy-source", "/photos/gone"));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("<Key>gone</Key>");
    }

    @Test
    void aCopyThatFailsAfterItBeganToAnswerIsAFailure() throws IOException {
        start(request ->
                request.answer(bytes("<?xml version=\"1.0\"?>\n<Error><Code>InternalError</Code><Message>m</Message>"
                        + "<RequestId>theirs</RequestId></Error>")));

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "PUT", "/photos/k", "", new HeaderField("x-amz-copy-source", "/photos/a%2Fb"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<Error><Code>InternalError</Code>").doesNotContain("theirs");
        assertThat(edge.platform.requests().getFirst().header("x-amz-copy-source"))
                .isEqualTo("photos/a/b");
        assertThat(edge.ledger).containsExactly("begin k", "Unknown k");
    }

    @Test
    void completeTellsTheAddressThatTheClientKnows() throws IOException {
        start(request -> {
            request.body();
            return request.answer(bytes("<CompleteMultipartUploadResult><Location>http://vendor:9/photos/k</Location>"
                    + "<Bucket>photos</Bucket><Key>k</Key><ETag>&quot;x-1&quot;</ETag>"
                    + "</CompleteMultipartUploadResult>"));
        });

        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE,
                "POST",
                "/photos/k?uploadId=u",
                "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\"x\"</ETag></Part>"
                        + "</CompleteMultipartUpload>");

        assertThat(answer.body())
                .contains("<Location>http://127.0.0.1:" + edge.port() + "/photos/k</Location>")
                .doesNotContain("vendor");
        assertThat(edge.ledger).containsExactly("begin k", "Changed k");
    }

    private WireClient.Answer raw(String request) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(request).answer();
        }
    }
}
