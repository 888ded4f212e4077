package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.testkit.SignedForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Form uploads, which are sent to a platform as PUT. */
@Timeout(60)
class FormUploadsTest {

    private static final String ETAG = "\"9a0364b9e99bb480dd25e1f0284c8555\"";

    private final List<byte[]> received = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(this::store);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private boolean store(ScriptedPlatform.Request request) throws IOException {
        byte[] body = request.body();
        received.add(body);
        boolean isWhole = body.length == Integer.parseInt(request.header("content-length"));
        return isWhole && request.answer("200 OK", "ETag: " + ETAG + "\r\n", new byte[0]);
    }

    private static SignedForm form() {
        return new SignedForm()
                .field("key", "user/k")
                .condition("{\"bucket\": \"photos\"}")
                .condition("[\"starts-with\", \"$success_action_status\", \"\"]")
                .condition("[\"starts-with\", \"$success_action_redirect\", \"\"]");
    }

    private static SignedForm signed(SignedForm form) {
        return signed(form, S3TestServer.ALICE);
    }

    private static SignedForm signed(SignedForm form, String key) {
        byte[] secret = S3TestServer.secretOf(key).getBytes(StandardCharsets.US_ASCII);
        return form.sign(key, secret, Instant.now().plusSeconds(60));
    }

    private WireClient.Answer post(byte[] form) throws IOException {
        try (WireClient client = edge.connect()) {
            return client.send(head(form.length)).send(form).answer();
        }
    }

    private String head(int length) {
        return head("/photos", length);
    }

    private String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nContent-Type: "
                + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static byte[] random(int size) {
        byte[] file = new byte[size];
        new Random(size).nextBytes(file);
        return file;
    }

    private static String code(WireClient.Answer answer) {
        return answer.body().replaceFirst("(?s).*<Code>(.*)</Code>.*", "$1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, 255_000, 300_000, 3_000_000})
    void fileIsPutUnderTheKeyOfTheForm(int size) throws IOException {
        byte[] file = random(size);
        SignedForm form = form().field("Content-Type", "image/png")
                .field("x-amz-meta-who", "Zoë")
                .field("acl", "private")
                .field("Cache-Control", "no-store")
                .unconditionalField("x-ignore-this", "1");

        WireClient.Answer answer = post(signed(form).file("k.png", file));

        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
        assertThat(answer.headers())
                .containsEntry("location", "http://127.0.0.1:" + edge.port() + "/photos/user/k")
                .containsEntry("etag", ETAG);
        assertThat(received.getFirst()).isEqualTo(file);
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.line()).isEqualTo("PUT /photos/user/k HTTP/1.1");
        assertThat(sent.header("authorization")).contains("Credential=VENDOR" + S3TestServer.ALICE + '/');
        assertThat(sent.header("content-type")).isEqualTo("image/png");
        assertThat(sent.header("x-amz-acl")).isEqualTo("private");
        assertThat(sent.header("cache-control")).isEqualTo("no-store");
        assertThat(sent.header("x-amz-meta-who")).isEqualTo("ZoÃ«");
        assertThat(sent.head()).doesNotContain("x-ignore").doesNotContainIgnoringCase("policy");
        assertThat(edge.ledger).containsExactly("begin user/k", "Written user/k");
    }

    @ParameterizedTest
    @CsvSource({"public-read, 403", "private, 204"})
    void formOfAnApplicationOpensNoObject(String acl, int status) throws IOException {
        edge.limit("APPKEY", CredentialKind.APPLICATION, """
                {"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}}""");
        SignedForm form = form().field("acl", acl);

        assertThat(post(signed(form, "APPKEY").file("k", random(1))).status()).isEqualTo(status);
        assertThat(received).hasSize(status == 204 ? 1 : 0);
    }

    @Test
    void fileNameAndTagsBecomePartOfThePut() throws IOException {
        SignedForm form = new SignedForm()
                .condition("{\"bucket\": \"photos\"}")
                .condition("[\"starts-with\", \"$key\", \"user/\"]")
                .condition("[\"starts-with\", \"$tagging\", \"\"]")
                .unconditionalField("key", "user/${filename}")
                .unconditionalField(
                        "tagging", "<Tagging><TagSet><Tag><Key>a b</Key><Value>c=d</Value></Tag></TagSet></Tagging>");

        WireClient.Answer answer = post(signed(form).file("C:\\pictures\\my cat.png", random(10)));

        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
        ScriptedPlatform.Request sent = edge.platform.requests().getFirst();
        assertThat(sent.line()).isEqualTo("PUT /photos/user/my%20cat.png HTTP/1.1");
        assertThat(sent.header("x-amz-tagging")).isEqualTo("a%20b=c%3Dd");
    }

    @Test
    void browserIsToldWhatTheFormAskedFor() throws IOException {
        WireClient.Answer created = post(signed(form().unconditionalField("success_action_status", "201"))
                .file("k", random(1)));
        WireClient.Answer fine = post(signed(form().unconditionalField("success_action_status", "200"))
                .file("k", random(1)));
        WireClient.Answer sentOn =
                post(signed(form().unconditionalField("success_action_redirect", "https://example.com/done?a=1"))
                        .file("k", random(1)));
        WireClient.Answer notSentOn =
                post(signed(form().unconditionalField("success_action_redirect", "javascript:alert(1)"))
                        .file("k", random(1)));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body())
                .contains("<PostResponse><Location>http://127.0.0.1:" + edge.port() + "/photos/user/k</Location>"
                        + "<Bucket>photos</Bucket><Key>user/k</Key><ETag>&quot;9a03");
        assertThat(fine.status()).isEqualTo(200);
        assertThat(sentOn.status()).isEqualTo(303);
        assertThat(sentOn.headers())
                .containsEntry(
                        "location",
                        "https://example.com/done?a=1&bucket=photos&key=user%2Fk"
                                + "&etag=%229a0364b9e99bb480dd25e1f0284c8555%22");
        assertThat(notSentOn.status()).isEqualTo(204);
    }

    @Test
    void fieldsAfterTheFileOfASmallFormAreIgnored() throws IOException {
        WireClient.Answer answer =
                post(signed(form()).file("k", random(20_000), "submit", "Upload", "acl", "public-read"));

        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
        assertThat(received.getFirst()).isEqualTo(random(20_000));
        assertThat(edge.platform.requests().getFirst().header("x-amz-acl")).isEmpty();
    }

    /** The length was sent to the platform before the fields arrive: nothing may be committed. */
    @Test
    void fieldsAfterTheFileOfALargeFormAreRefused() throws IOException {
        WireClient.Answer answer = post(signed(form()).file("k", random(600_000), "submit", "Upload"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(code(answer)).isEqualTo("MalformedPOSTRequest");
        assertNothingWasCommitted(600_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 600_000})
    void formThatDoesNotEndAsItShouldIsRefused(int size) throws IOException {
        byte[] form = signed(form()).file("k", random(size));
        byte[] other = form.clone();
        other[form.length - 6] ^= 1;

        WireClient.Answer answer = post(other);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(code(answer)).isEqualTo("MalformedPOSTRequest");
        assertNothingWasCommitted(size);
    }

    private void assertNothingWasCommitted(int wholeBytes) {
        assertThat(edge.ledger).allMatch(line -> !line.startsWith("Written"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> received.size() >= edge.platform.requests().size());
        assertThat(received).allSatisfy(body -> assertThat(body.length).isLessThan(wholeBytes));
    }

    @Test
    void formThatComesInSmallPiecesIsRead() throws IOException {
        byte[] form = signed(form()).file("k", random(3_000));

        try (WireClient client = edge.connect()) {
            client.send(head(form.length));
            for (int start = 0; start < form.length; start += 700) {
                client.send(Arrays.copyOfRange(form, start, Math.min(form.length, start + 700)));
            }
            assertThat(client.answer().status()).isEqualTo(204);
        }
        assertThat(received.getFirst()).isEqualTo(random(3_000));
    }

    @Test
    void formThatBreaksItsPolicyIsRefused() throws IOException {
        assertRefused(form -> form.unconditionalField("x-amz-meta-more", "1"), 403, "AccessDenied");
        assertRefused(form -> form.condition("{\"acl\": \"private\"}"), 403, "AccessDenied");
        assertRefused(form -> form.condition("[\"content-length-range\", 1, 99]"), 400, "EntityTooLarge");
        assertRefused(form -> form.condition("[\"content-length-range\", 101, 999]"), 400, "EntityTooSmall");
        assertRefused(form -> form.condition("[\"like\", \"$key\", \"u\"]"), 400, "InvalidPolicyDocument");
    }

    private void assertRefused(UnaryOperator<SignedForm> change, int status, String code) throws IOException {
        WireClient.Answer answer = post(signed(change.apply(form())).file("k", random(100)));

        assertThat(code(answer)).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    /** A policy that was signed for one bucket must permit nothing in another bucket of the same signer. */
    @ParameterizedTest
    @ValueSource(strings = {"bucket", "Bucket", "BUCKET"})
    void formForOneBucketIsRefusedInAnother(String field) throws IOException {
        byte[] asSigned = signed(form()).file("k", random(100));
        byte[] withField = signed(form().unconditionalField(field, "photos")).file("k", random(100));

        for (byte[] form : List.of(asSigned, withField)) {
            try (WireClient client = edge.connect()) {
                WireClient.Answer answer = client.send(head("/dotted.photos", form.length))
                        .send(form)
                        .answer();

                assertThat(answer.status()).as(answer.body()).isEqualTo(403);
                assertThat(code(answer)).isEqualTo("AccessDenied");
            }
        }
        assertThat(edge.platform.requests()).isEmpty();
        assertThat(edge.ledger).isEmpty();
    }

    @Test
    void formThatNamesItsOwnBucketIsStored() throws IOException {
        WireClient.Answer answer =
                post(signed(form().unconditionalField("bucket", "photos")).file("k", random(100)));

        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
    }

    @Test
    void unsignedFormThatNamesAnotherBucketIsRefused() throws IOException {
        SignedForm form = new SignedForm().unconditionalField("key", "k").unconditionalField("bucket", "dotted.photos");

        assertThat(code(post(form.file("k", random(100))))).isEqualTo("AccessDenied");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void largeFileOutsideTheRangeIsRefusedBeforeItStreams() throws IOException {
        SignedForm form = form().condition("[\"content-length-range\", 1, 599999]");

        WireClient.Answer answer = post(signed(form).file("k", random(600_000)));

        assertThat(code(answer)).isEqualTo("EntityTooLarge");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"EVEKEY,404,NoSuchBucket", "NOSUCHKEY,403,InvalidAccessKeyId", "DISABLEDKEY,403,InvalidAccessKeyId"})
    void formOfAnotherUserIsRefused(String key, int status, String code) throws IOException {
        WireClient.Answer answer = post(signed(form(), key).file("k", random(100)));

        assertThat(code(answer)).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void formWithAnotherSignatureIsRefused() throws IOException {
        SignedForm forged =
                form().sign(S3TestServer.ALICE, new byte[] {'x'}, Instant.now().plusSeconds(60));
        SignedForm expired = form().sign(
                        S3TestServer.ALICE,
                        S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII),
                        Instant.now().minusSeconds(1));

        WireClient.Answer onForged = post(forged.file("k", random(100)));
        WireClient.Answer onExpired = post(expired.file("k", random(100)));

        assertThat(code(onForged)).isEqualTo("SignatureDoesNotMatch");
        assertThat(code(onExpired)).isEqualTo("AccessDenied");
        assertThat(onExpired.body()).contains("Policy expired.");
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** A line break in a field must not become a header that OSE signs. */
    @Test
    void fieldThatIsNoHeaderIsRefused() throws IOException {
        SignedForm form = form().condition("[\"starts-with\", \"$x-amz-meta-a\", \"\"]")
                .unconditionalField("x-amz-meta-a", "1\r\nx-amz-copy-source: /loot/k");

        WireClient.Answer answer = post(signed(form).file("k", random(100)));

        assertThat(code(answer)).isEqualTo("InvalidArgument");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-copy-source",
                "x-amz-grant-read",
                "x-amz-made-up",
                "x-amz-write-offset-bytes",
                "x-amz-mp-object-size",
                "x-amz-checksum-mode",
                "x-amz-bypass-governance-retention",
                "x-amz-expected-bucket-owner"
            })
    void fieldThatNoUploadHasIsRefusedByItsName(String name) throws IOException {
        WireClient.Answer answer = post(signed(form().field(name, "x")).file("k", random(100)));

        assertThat(code(answer)).isEqualTo("NotImplemented");
        assertThat(answer.body()).contains("<Header>" + name + "</Header>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void digestInAFieldIsThePlatformsToCompare() throws IOException {
        WireClient.Answer answer = post(
                signed(form().field("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")).file("k", random(100)));

        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
        assertThat(edge.platform.requests().getFirst().header("content-md5")).isEqualTo("1B2M2Y8AsgTpgAmY7PhCfg==");
    }

    @Test
    void formThatNamesTwoPagesIsRefused() throws IOException {
        SignedForm form = form().unconditionalField("success_action_redirect", "https://example.com/a")
                .field("redirect", "https://example.com/b");

        assertThat(code(post(signed(form).file("k", random(1))))).isEqualTo("InvalidArgument");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void fieldsBeforeTheFileAreBounded() throws IOException {
        SignedForm form = form().unconditionalField("x-ignore-a", "a".repeat(20 * 1024));

        WireClient.Answer answer = post(signed(form).file("k", random(100)));

        assertThat(code(answer)).isEqualTo("MaxPostPreDataLengthExceededError");
        assertThat(edge.platform.requests()).isEmpty();
    }
}
