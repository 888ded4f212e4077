package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.AdminApi;
import dev.ose.it.Checksums;
import dev.ose.it.Node;
import dev.ose.it.S3Target;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Ways out of one's own bucket into another tenant's (CVE-2026-54917, CVE-2025-68705, CVE-2023-28433, CVE-2026-42600,
 * GHSA-8v25-v8p6-qf7v), by every place that names a key. A spelling that is a legal key may be one, in one's own
 * bucket.
 */
final class TraversalIT extends OwnBucket {

    static final List<String> SPELLINGS = List.of(
            "../",
            "..%2f",
            "%2e%2e/",
            "%2E%2E%2F",
            ".%2e/",
            "%2e./",
            "a/../../",
            "a/%2e%2e/%2e%2e/",
            "./../",
            "/../",
            "..//",
            "..;/",
            "..;a=b/",
            "..%3b/",
            "..%5c",
            "..%5C..%5C",
            "%252e%252e%252f",
            "%252e%252e/",
            "%c0%ae%c0%ae/",
            "%c0%ae%c0%ae%c0%af",
            "%e0%80%ae%e0%80%ae/",
            "..%c0%af",
            "..%00/",
            "..%0a/",
            "..%20/",
            "%ef%bc%8e%ef%bc%8e/",
            "%u002e%u002e/");

    private S3Target stranger;
    private String own;

    @BeforeEach
    void makeStranger(Node node) {
        AdminApi.Account account = node.admin().makeTenant("stranger-" + UUID.randomUUID());
        stranger = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        own = "stranger-" + UUID.randomUUID();
        Wire.send(stranger, SignedRequest.of("PUT", '/' + own)).assertStatus(200);
    }

    @AfterEach
    void nothingHappenedToTheOther() {
        assertThat(keys()).containsExactly("there");
        assertThat(get(path("there")).text()).isEqualTo("there");
        assertThat(get('/' + bucket + "?uploads=").elements("UploadId")).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("SPELLINGS")
    void pathLeadsNowhereElse(String spelling) {
        String path = '/' + own + '/' + spelling + bucket + "/there";

        for (String method : List.of("GET", "HEAD", "DELETE")) {
            WireAnswer answer = Wire.send(stranger, SignedRequest.of(method, path));
            assertThat(answer.text()).isNotEqualTo("there");
            assertThat(answer.status()).as(answer.text()).isIn(204, 400, 404);
        }
        Wire.send(stranger, SignedRequest.of("PUT", path).body("mallory"));
        Wire.send(stranger, SignedRequest.of("POST", path + "?uploads="));
    }

    @ParameterizedTest
    @FieldSource("SPELLINGS")
    void bucketIsNotClimbedOutOf(String spelling) {
        String path = '/' + own + '/' + spelling + bucket;

        for (String query : List.of("", "?list-type=2", "?versions=", "?acl=")) {
            WireAnswer answer = Wire.send(stranger, SignedRequest.of("GET", path + query));

            assertThat(answer.text()).doesNotContain("<Key>there</Key>");
            assertThat(answer.status()).as(answer.text()).isBetween(400, 501);
        }
    }

    @ParameterizedTest
    @FieldSource("SPELLINGS")
    void hostNameDoesNotChangeThat(String spelling) {
        SignedRequest request = SignedRequest.of("GET", '/' + spelling + bucket + "/there");
        S3Target virtual = new S3Target(
                URI.create(
                        "http://" + own + ".s3.localhost:" + stranger.endpoint().getPort()),
                stranger.accessKey(),
                stranger.secretKey(),
                null,
                stranger.server());
        try (Wire wire = Wire.connect(stranger)) {
            wire.write(request.bytes(virtual));
            WireAnswer answer = wire.answer("GET");

            assertThat(answer.status()).as(answer.text()).isIn(400, 404);
        }
    }

    @ParameterizedTest
    @FieldSource("SPELLINGS")
    void copySourceLeadsNowhereElse(String spelling) {
        for (String query : List.of("", "?partNumber=1&uploadId=" + upload())) {
            WireAnswer answer = Wire.send(
                    stranger,
                    SignedRequest.of("PUT", '/' + own + "/copy" + query)
                            .header("x-amz-copy-source", '/' + own + '/' + spelling + bucket + "/there"));

            assertThat(answer.status()).as(answer.text()).isIn(400, 404);
        }
    }

    private String upload() {
        return Wire.send(stranger, SignedRequest.of("POST", '/' + own + "/copy?uploads="))
                .element("UploadId");
    }

    @ParameterizedTest
    @FieldSource("SPELLINGS")
    void documentLeadsNowhereElse(String spelling) {
        String key = spelling + bucket + "/there";
        String document = "<Delete><Object><Key>" + key + "</Key></Object><Object><Key>"
                + key.replace("%2f", "/").replace("%2e", ".") + "</Key></Object></Delete>";

        WireAnswer answer = Wire.send(
                stranger,
                SignedRequest.of("POST", '/' + own + "?delete=")
                        .header("x-amz-checksum-sha256", Checksums.sha256(document))
                        .body(document));

        assertThat(answer.status()).as(answer.text()).isIn(200, 400);
    }
}
