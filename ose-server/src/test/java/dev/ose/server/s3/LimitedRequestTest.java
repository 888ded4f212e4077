package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.tenant.credential.CredentialKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of credentials with limits; refused ones never reach the platform. */
@Timeout(60)
class LimitedRequestTest {

    private static final String APP = "APPKEY";
    private static final String POLICY = """
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:CreateBucket"],
               "Resource": ["arn:aws:s3:::photos/in/*", "arn:aws:s3:::new"]},
              {"Effect": "Allow", "Action": "s3:ListBucket", "Resource": "arn:aws:s3:::photos",
               "Condition": {"StringLike": {"s3:prefix": "in/*"}}}]}""";

    private static final String ALL =
            "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}}";

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private S3TestServer edge;
    /** The platform's answer about the source's tags. */
    private volatile String tags = "";

    /** The platform's status for the source. */
    private volatile String headStatus = "200 OK";

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> request.line().startsWith("HEAD ")
                ? request.answer(headStatus, tags, new byte[0])
                : request.answer(answer(request)));
        edge.limit(APP, CredentialKind.APPLICATION, POLICY);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private byte[] answer(ScriptedPlatform.Request request) throws IOException {
        String body = new String(request.body(), StandardCharsets.UTF_8);
        if (!body.isEmpty()) {
            bodies.add(body);
        }
        String document = request.line().contains("?delete")
                ? "<DeleteResult><Deleted><Key>in/a</Key></Deleted></DeleteResult>"
                : "hello";
        return document.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /photos/in/a, 200",
        "PUT, /photos/in/a, 200",
        "GET, /photos/out/a, 403",
        "PUT, /photos/out/a, 403",
        "GET, /photos/in/a?versionId=1, 403",
        "GET, /photos/in/a?acl, 403",
        "GET, /photos/in%2Fa, 200",
        "GET, /photos?location, 403",
        "GET, /photos, 403",
        "GET, /photos?prefix=out%2F, 403",
        "PUT, /new, 403",
        "DELETE, /photos, 403",
        "GET, /, 403",
        "GET, /loot/in/a, 403",
        "GET, /nobodys/in/a, 403",
    })
    void theHeadOfARequestDecides(String method, String target, int status) throws IOException {
        WireClient.Answer answer = edge.call(APP, method, target, method.equals("PUT") ? "x" : "");

        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.platform.requests()).hasSize(status == 200 ? 1 : 0);
        if (status == 403) {
            assertThat(answer.body()).contains("<Code>AccessDenied</Code>");
        }
    }

    @Test
    void whatIsPutAlongNeedsItsOwnPermission() throws IOException {
        for (String header : new String[] {"x-amz-acl", "x-amz-tagging", "x-amz-object-lock-legal-hold"}) {
            assertThat(edge.call(APP, "PUT", "/photos/in/a", "x", new HeaderField(header, "a"))
                            .status())
                    .as(header)
                    .isEqualTo(403);
        }
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** Access granted to others would outlast the key. */
    @ParameterizedTest
    @CsvSource({
        "/photos/k, x-amz-acl, public-read, 403",
        "/photos/k, x-amz-acl, authenticated-read, 403",
        "/photos/k, x-amz-acl, bucket-owner-full-control, 200",
        "/photos/k, x-amz-grant-read, uri=http://acs.amazonaws.com/groups/global/AllUsers, 403",
        "/photos/k?acl, x-amz-acl, public-read-write, 403",
        "/photos/k?acl, x-amz-acl, private, 200",
        "/photos/k?acl, x-amz-grant-write-acp, id=anybody, 403",
        "/photos/k?acl&versionId=1, x-amz-acl, public-read, 403",
        "/photos/k?acl&versionId=1, x-amz-acl, bucket-owner-read, 200",
        "/photos/k?acl, x-amz-meta-a, b, 403",
    })
    void anApplicationOpensNoObject(String target, String header, String value, int status) throws IOException {
        edge.limit("ALL", CredentialKind.APPLICATION, ALL);

        WireClient.Answer answer = edge.call("ALL", "PUT", target, "", new HeaderField(header, value));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(edge.platform.requests()).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    void anApplicationOpensNoCopyAndNoUpload() throws IOException {
        edge.limit("ALL", CredentialKind.APPLICATION, ALL);
        HeaderField open = new HeaderField("x-amz-acl", "public-read");

        assertThat(edge.call("ALL", "POST", "/photos/k?uploads", "", open).status())
                .isEqualTo(403);
        assertThat(edge.call("ALL", "PUT", "/photos/k", "", open, new HeaderField("x-amz-copy-source", "photos/b"))
                        .status())
                .isEqualTo(403);
        assertThat(edge.platform.requests()).isEmpty();
    }

    /** A platform might use either value. */
    @ParameterizedTest
    @ValueSource(strings = {S3TestServer.ALICE, "ALL"})
    void anAclIsNotSaidTwice(String key) throws IOException {
        edge.limit("ALL", CredentialKind.APPLICATION, ALL);
        HeaderField closed = new HeaderField("x-amz-acl", "private");
        String document = "<AccessControlPolicy/>";

        WireClient.Answer both = edge.call(key, "PUT", "/photos/k?acl", document, closed);
        WireClient.Answer granted = edge.call(
                key, "PUT", "/photos/k?acl", "", closed, new HeaderField("x-amz-grant-read", "id=\"anybody\""));

        assertThat(both.body()).contains("<Code>UnexpectedContent</Code>");
        assertThat(granted.body()).contains("<Code>InvalidRequest</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"photos/out/a, 403", "photos/in/b, 200", "/photos%2Fout/a, 403", "loot/in/a, 403"})
    void aCopyReadsItsSource(String source, int status) throws IOException {
        WireClient.Answer answer =
                edge.call(APP, "PUT", "/photos/in/a", "", new HeaderField("x-amz-copy-source", source));

        assertThat(answer.status()).isEqualTo(status == 200 ? answer.status() : status);
        // A policy without tagging permission requires that the source has none.
        assertThat(edge.platform.requests()).hasSize(status == 200 ? 2 : 0);
    }

    /** The source is in a header, and a range must not hide it. */
    @ParameterizedTest
    @CsvSource({
        "photos/in/b, '', /photos/in/a, true",
        "photos/in/b, bytes=0-1, /photos/in/a, true",
        "photos/in%2Fb, bytes=0-1, /photos/in/a, true",
        "photos/out/a, '', /photos/in/a, false",
        "photos/out/a, bytes=0-1, /photos/in/a, false",
        "/photos%2Fout/a, bytes=0-1, /photos/in/a, false",
        "photos/in/../out/a, bytes=0-1, /photos/in/a, true",
        "photos/in/b?versionId=1, bytes=0-1, /photos/in/a, false",
        "loot/in/a, bytes=0-1, /photos/in/a, false",
        "photos/in/b, bytes=0-1, /photos/out/a, false"
    })
    void copiedPartReadsItsSource(String source, String range, String target, boolean isAllowed) throws IOException {
        List<HeaderField> headers = new ArrayList<>(List.of(new HeaderField("x-amz-copy-source", source)));
        if (!range.isEmpty()) {
            headers.add(new HeaderField("x-amz-copy-source-range", range));
        }

        WireClient.Answer answer =
                edge.call(APP, "PUT", target + "?partNumber=1&uploadId=u", "", headers.toArray(new HeaderField[0]));

        assertThat(answer.status() == 403).isEqualTo(!isAllowed);
        assertThat(edge.platform.requests().isEmpty()).isEqualTo(!isAllowed);
        assertThat(edge.platform.requests())
                .filteredOn(it -> it.line().startsWith("PUT "))
                .allSatisfy(it -> assertThat(it.line()).startsWith("PUT " + target));
    }

    @Test
    void tagsAreCopiedForWhomMayReadAndWriteThemAlone() throws IOException {
        HeaderField source = new HeaderField("x-amz-copy-source", "photos/in/b");
        String all = "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": [\"s3:GetObject\", \"s3:PutObject\"%s],"
                + " \"Resource\": \"*\"}}";
        edge.limit("READER", CredentialKind.APPLICATION, all.formatted(", \"s3:GetObjectTagging\""));
        edge.limit("WRITER", CredentialKind.APPLICATION, all.formatted(", \"s3:PutObjectTagging\""));
        edge.limit("BOTH", CredentialKind.APPLICATION, all.formatted(", \"s3:*ObjectTagging\""));
        tags = "x-amz-tagging-count: 2\r\n";

        for (String key : List.of(APP, "READER", "WRITER")) {
            WireClient.Answer refused = edge.call(key, "PUT", "/photos/in/a", "", source);
            assertThat(refused.status()).as(key).isEqualTo(403);
            assertThat(refused.body()).contains("<Code>AccessDenied</Code>");
        }
        assertThat(edge.platform.requests()).noneMatch(it -> it.line().startsWith("PUT "));

        for (String key : List.of("BOTH", S3TestServer.ALICE)) {
            edge.call(key, "PUT", "/photos/in/a", "", source);
            assertThat(lastHeader("x-amz-tagging-directive")).as(key).isEmpty();
        }
        // A platform may copy them regardless of the directive.
        HeaderField replace = new HeaderField("x-amz-tagging-directive", "REPLACE");
        assertThat(edge.call(APP, "PUT", "/photos/in/a", "", source, replace).status())
                .isEqualTo(403);
        assertThat(edge.platform.requests())
                .filteredOn(it -> it.line().startsWith("HEAD "))
                .hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "503 Slow Down, 503",
        "500 Internal Server Error, 500",
        "403 Forbidden, 403",
        "404 Not Found, 0",
        "400 Bad Request, 0"
    })
    void troubleWithTheSourceIsNotToldAsItsTags(String head, int status) throws IOException {
        headStatus = head;

        WireClient.Answer answer =
                edge.call(APP, "PUT", "/photos/in/a", "", new HeaderField("x-amz-copy-source", "photos/in/b"));

        // The platform's own refusal is passed on.
        boolean isPassedOn = status == 0;
        assertThat(edge.platform.requests().getLast().line()).startsWith(isPassedOn ? "PUT " : "HEAD ");
        if (!isPassedOn) {
            assertThat(answer.status()).isEqualTo(status);
        }
    }

    @Test
    void tagsThatASourceGetsMeanwhileAreNotCopied() throws IOException {
        edge.call(
                APP,
                "PUT",
                "/photos/in/a",
                "",
                new HeaderField("x-amz-copy-source", "photos/in/b"),
                new HeaderField("x-amz-tagging-directive", "COPY"));

        assertThat(edge.platform.requests().getLast().line()).startsWith("PUT ");
        assertThat(lastHeader("x-amz-tagging-directive")).isEqualTo("REPLACE");
    }

    private String lastHeader(String name) {
        return edge.platform.requests().getLast().header(name);
    }

    @Test
    void ofManyDeletesOnlyThePermittedReachThePlatform() throws IOException {
        String body = "<Delete><Object><Key>in/a</Key></Object><Object><Key>out/b</Key></Object>"
                + "<Object><Key>in/c</Key><VersionId>7</VersionId></Object></Delete>";

        WireClient.Answer answer = edge.call(APP, "POST", "/photos?delete", body, md5(body));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<Deleted><Key>in/a</Key></Deleted>")
                .contains("<Error><Key>out/b</Key><Code>AccessDenied</Code>")
                .contains("<Error><Key>in/c</Key><VersionId>7</VersionId><Code>AccessDenied</Code>");
        assertThat(bodies.getFirst())
                .contains("<Key>in/a</Key>")
                .doesNotContain("out/b")
                .doesNotContain("in/c");
        assertThat(edge.ledger).containsExactly("begin in/a", "Deleted in/a");
    }

    /** Each is authorised like a single deletion. */
    @Test
    void ofManyDeletesThoseOfAProtectedVersionAreRefused() throws IOException {
        edge.limit("KEEPER", CredentialKind.APPLICATION, """
                {"Statement": {"Effect": "Allow", "Action": "s3:DeleteObjectVersion", "Resource": "*",
                 "Condition": {"StringNotEquals": {"s3:VersionId": "7"}}}}""");
        String body = "<Delete><Object><Key>in/a</Key><VersionId>7</VersionId></Object>"
                + "<Object><Key>in/a</Key><VersionId>8</VersionId></Object></Delete>";

        WireClient.Answer answer = edge.call("KEEPER", "POST", "/photos?delete", body, md5(body));

        assertThat(answer.body()).contains("<Error><Key>in/a</Key><VersionId>7</VersionId><Code>AccessDenied</Code>");
        assertThat(bodies.getFirst()).contains("<VersionId>8</VersionId>").doesNotContain("<VersionId>7</VersionId>");
    }

    /** Tags are in the body, regardless of a header. */
    @Test
    void tagsThatAreInTheBodyAreNotJudgedByAHeader() throws IOException {
        edge.limit("TAGGER", CredentialKind.APPLICATION, """
                {"Statement": {"Effect": "Allow", "Action": "s3:PutObject*", "Resource": "*",
                 "Condition": {"StringEquals": {"s3:RequestObjectTag/env": "dev"}}}}""");
        edge.limit("DENIED", CredentialKind.APPLICATION, """
                {"Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"},
                 {"Effect": "Deny", "Action": "s3:PutObjectTagging", "Resource": "*",
                  "Condition": {"StringEquals": {"s3:RequestObjectTag/env": "prod"}}}]}""");
        HeaderField dev = new HeaderField("x-amz-tagging", "env=dev");
        String body = "<Tagging><TagSet><Tag><Key>env</Key><Value>prod</Value></Tag></TagSet></Tagging>";

        assertThat(edge.call("TAGGER", "PUT", "/photos/in/a", "x", dev).status())
                .isEqualTo(200);
        assertThat(edge.call("TAGGER", "PUT", "/photos/in/a?tagging", body).status())
                .isEqualTo(403);
        assertThat(edge.call("DENIED", "PUT", "/photos/in/a?tagging", body).status())
                .isEqualTo(403);
        assertThat(edge.call("TAGGER", "PUT", "/photos/in/a?tagging", body, dev).status())
                .as("a header that the operation does not have")
                .isEqualTo(501);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Key>out/b</Key><Key>in/a</Key>",
                "<Key>in/a</Key><VersionId>7</VersionId><VersionId></VersionId>",
            })
    void aDeleteThatCouldBeReadInTwoWaysIsRefused(String object) throws IOException {
        String body = "<Delete><Object>" + object + "</Object></Delete>";

        WireClient.Answer answer = edge.call(APP, "POST", "/photos?delete", body, md5(body));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>MalformedXML</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /photos/in/a?uploads&uploadId=u",
        "POST, /photos/in/a?restore&uploadId=u",
        "PUT, /photos/in/a?tagging&partNumber=1",
        "GET, /photos/in/a?attributes&uploadId=u",
    })
    void anUploadBesideAnotherSelectorIsRefused(String method, String target) throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, method, target, "").status()).isEqualTo(400);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void whatAPlatformMightReadOtherwiseIsRefused() throws IOException {
        HeaderField encoded = new HeaderField("x-amz-bypass-governance-retention", "tru%65");
        HeaderField one = new HeaderField("x-amz-acl", "private");
        HeaderField other = new HeaderField("x-amz-acl", "public-read");

        assertThat(edge.call(S3TestServer.ALICE, "DELETE", "/photos/k?versionId=1", "", encoded)
                        .status())
                .isEqualTo(400);
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "x", one, other)
                        .status())
                .isEqualTo(400);
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void manyDeletesOfWhichNoneIsPermittedAreAnsweredHere() throws IOException {
        String body = "<Delete><Object><Key>out/b</Key></Object></Delete>";

        WireClient.Answer answer = edge.call(APP, "POST", "/photos?delete", body, md5(body));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<Error><Key>out/b</Key><Code>AccessDenied</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @Test
    void anApplicationWithoutAUsablePolicyMayDoNothing() throws IOException {
        edge.limit("BROKEN", CredentialKind.APPLICATION, "{");

        assertThat(edge.call("BROKEN", "GET", "/photos/in/a", "").status()).isEqualTo(403);
    }

    @Test
    void aTokenIsForSessionsOnly() throws IOException {
        WireClient.Answer answer = edge.call(
                S3TestServer.ALICE, "GET", "/photos/in/a", "", new HeaderField("x-amz-security-token", "made up"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("<Code>InvalidToken</Code>");
    }

    @Test
    void aSessionNeedsItsToken() throws IOException {
        edge.openSession("SESSIONKEY", "the token");

        assertThat(edge.call("SESSIONKEY", "GET", "/photos/k", "").status()).isEqualTo(400);
        assertThat(edge.call("SESSIONKEY", "GET", "/photos/k", "", new HeaderField("x-amz-security-token", "another"))
                        .status())
                .isEqualTo(400);
        assertThat(edge.call("SESSIONKEY", "GET", "/photos/k", "", new HeaderField("x-amz-security-token", "the token"))
                        .status())
                .isEqualTo(200);
        assertThat(edge.platform.requests().getFirst().head()).doesNotContain("the token");
    }

    private static HeaderField md5(String body) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(body.getBytes(StandardCharsets.UTF_8));
            return new HeaderField("Content-MD5", Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
