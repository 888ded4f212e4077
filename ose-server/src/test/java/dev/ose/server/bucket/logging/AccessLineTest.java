package dev.ose.server.bucket.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.server.tenant.CanonicalId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLineTest {

    private static final BucketName BUCKET = new BucketName("photos");
    private static final String REQUESTER = "b".repeat(64);

    @Test
    void fieldsStandInTheDocumentedOrder() {
        AccessRecord request = record(
                new AccessRecord.Client(
                        "192.0.2.3",
                        "https://example.org/page",
                        "aws-cli/2.0 (x; y)",
                        "photos.s3.example.org",
                        new AccessRecord.Tls("TLS_AES_128_GCM_SHA256", "TLSv1.3")),
                new AccessRecord.Request(
                        "REST.GET.OBJECT",
                        new ObjectKey("a b/ü"),
                        new VersionId("v1"),
                        "GET",
                        "/a%20b/%C3%BC",
                        "versionId=v1",
                        "HTTP/1.1",
                        new AccessRecord.Signature("SigV4", AccessRecord.Signature.Place.HEADER)));

        assertThat(line(request))
                .isEqualTo(" photos [06/Feb/2019:00:00:38 +0000] 192.0.2.3 " + REQUESTER
                        + " 3E57427F3EXAMPLE REST.GET.OBJECT a%20b/%C3%BC"
                        + " \"GET /a%20b/%C3%BC?versionId=v1 HTTP/1.1\" 404 NoSuchKey 113 2662992 70 10"
                        + " \"https://example.org/page\" \"aws-cli/2.0 (x; y)\" v1 hostid SigV4"
                        + " TLS_AES_128_GCM_SHA256 AuthHeader photos.s3.example.org TLSv1.3 - -\n");
    }

    @Test
    void absentFieldsAreDashes() {
        AccessRecord request = new AccessRecord(
                Instant.parse("2019-02-06T00:00:38Z"),
                null,
                new AccessRecord.Client("192.0.2.3", null, null, null, null),
                new AccessRecord.Request("REST.GET.BUCKET", null, null, "GET", "/photos", "", "HTTP/1.1", null),
                new AccessRecord.Answer("ID", "hostid", 0, null, 0, -1, Duration.ZERO, Duration.ZERO));

        assertThat(line(request))
                .isEqualTo(" photos [06/Feb/2019:00:00:38 +0000] 192.0.2.3 - ID REST.GET.BUCKET -"
                        + " \"GET /photos HTTP/1.1\" - - - - 0 0 \"-\" \"-\" - hostid - - - - - - -\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\" 200 \"", "a\r\nforged line", "a\u0000\u007f\u0080\u00e4", "a\\\"", "a\tb"})
    void clientsForgeNeitherFieldsNorLines(String text) {
        String line = line(record(
                new AccessRecord.Client("192.0.2.3", text, text, text, null),
                new AccessRecord.Request(
                        "REST.GET.OBJECT", new ObjectKey("k"), null, "GET", "/" + text, text, "HTTP/1.1", null)));

        assertThat(line).matches("[ -~]*\n");
        assertThat(line.chars().filter(c -> c == '"').count()).isEqualTo(6);
        assertThat(line).doesNotContain("\\");
    }

    @Test
    void longTextsAreCut() {
        String text = "x".repeat(AccessLine.MAX_TEXT * 3);

        String line = line(record(
                new AccessRecord.Client("192.0.2.3", text, text, text, null),
                new AccessRecord.Request(
                        "REST.GET.OBJECT", new ObjectKey("k"), null, "GET", "/" + text, text, "HTTP/1.1", null)));

        assertThat(line.length()).isLessThan(AccessLine.MAX_TEXT * 5);
        assertThat(line).endsWith(" - -\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Amz-Signature=secret&a=b",
                "a=b&X-Amz-Signature=secret",
                "a=b&x-amz-security-token=secret",
                "X%2DAmz%2dSignature=secret&a=b",
                "AWSAccessKeyId=secret&Expires=1&Signature=secret&a=b",
                "X-Amz-Credential=secret/20260101/us-east-1/s3/aws4_request&a=b"
            })
    void secretsOfLinksAreMasked(String query) {
        String line = line(record(
                new AccessRecord.Client("192.0.2.3", "https://s3/photos/k?" + query, null, null, null),
                new AccessRecord.Request(
                        "REST.GET.OBJECT", new ObjectKey("k"), null, "GET", "/photos/k", query, "HTTP/1.1", null)));

        assertThat(line).doesNotContain("secret").contains("a=b");
    }

    private static AccessRecord record(AccessRecord.Client client, AccessRecord.Request request) {
        return new AccessRecord(
                Instant.parse("2019-02-06T00:00:38Z"),
                new CanonicalId(REQUESTER),
                client,
                request,
                new AccessRecord.Answer(
                        "3E57427F3EXAMPLE",
                        "hostid",
                        404,
                        "NoSuchKey",
                        113,
                        2_662_992,
                        Duration.ofMillis(70),
                        Duration.ofMillis(10)));
    }

    private static String line(AccessRecord request) {
        return new String(AccessLine.of(BUCKET, request), StandardCharsets.US_ASCII);
    }
}
