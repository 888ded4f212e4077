package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A header that could change what a request does has to come from the signer. */
class UnsignedHeadersTest {

    private static final Path THREAT_MODEL = Path.of("../docs/threat-model.md");
    private static final WireRequest PLAIN = WireRequest.of("PUT", "/b/k", "", "Host", Examples.HOST);
    private static final WireRequest SIGNED = Examples.signed(PLAIN, "UNSIGNED-PAYLOAD");
    private static final WireRequest PRESIGNED = Examples.presigned(PLAIN, Duration.ofHours(1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-abort-date",
                "x-amz-acl",
                "x-amz-bucket-object-lock-enabled",
                "x-amz-bucket-region",
                "x-amz-bypass-governance-retention",
                "x-amz-checksum-crc32",
                "x-amz-checksum-crc32c",
                "x-amz-checksum-crc64nvme",
                "x-amz-checksum-mode",
                "x-amz-checksum-sha1",
                "x-amz-checksum-sha256",
                "x-amz-checksum-type",
                "x-amz-confirm-remove-self-bucket-access",
                "x-amz-copy-source",
                "x-amz-copy-source-if-match",
                "x-amz-copy-source-if-modified-since",
                "x-amz-copy-source-if-none-match",
                "x-amz-copy-source-if-unmodified-since",
                "x-amz-copy-source-range",
                "x-amz-copy-source-server-side-encryption-customer-algorithm",
                "x-amz-copy-source-server-side-encryption-customer-key",
                "x-amz-copy-source-server-side-encryption-customer-key-md5",
                "x-amz-create-session-mode",
                "x-amz-date",
                "x-amz-expected-bucket-owner",
                "x-amz-grant-full-control",
                "x-amz-grant-read",
                "x-amz-grant-read-acp",
                "x-amz-grant-write",
                "x-amz-grant-write-acp",
                "x-amz-if-match-size",
                "x-amz-meta-",
                "x-amz-meta-a",
                "x-amz-metadata-directive",
                "x-amz-mfa",
                "x-amz-mp-object-size",
                "x-amz-object-attributes",
                "x-amz-object-lock-legal-hold",
                "x-amz-object-lock-mode",
                "x-amz-object-lock-retain-until-date",
                "x-amz-object-ownership",
                "x-amz-optional-object-attributes",
                "x-amz-rename-source",
                "x-amz-request-payer",
                "x-amz-s3session-token",
                "x-amz-security-token",
                "x-amz-server-side-encryption",
                "x-amz-server-side-encryption-aws-kms-key-id",
                "x-amz-server-side-encryption-bucket-key-enabled",
                "x-amz-server-side-encryption-context",
                "x-amz-server-side-encryption-customer-algorithm",
                "x-amz-server-side-encryption-customer-key",
                "x-amz-server-side-encryption-customer-key-md5",
                "x-amz-skip-destination-validation",
                "x-amz-source-expected-bucket-owner",
                "x-amz-storage-class",
                "x-amz-tagging",
                "x-amz-tagging-directive",
                "x-amz-transition-default-minimum-object-size",
                "x-amz-user-agent",
                "x-amz-website-redirect-location",
                "x-amz-write-offset-bytes",
                "X-AMZ-COPY-SOURCE",
                "x-amz-unheard-of"
            })
    void unsignedAmzHeaderIsRefusedByName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);

        assertThat(Examples.failureOf(PRESIGNED.with(name, "v")))
                .isEqualTo(SigV4Failure.headersNotSigned(List.of(lower)));
        if (!lower.equals("x-amz-date")) {
            assertThat(Examples.failureOf(SIGNED.with(name, "v")))
                    .isEqualTo(SigV4Failure.headersNotSigned(List.of(lower)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-decoded-content-length",
                "x-amz-trailer",
                "x-amz-checksum-algorithm",
                "x-amz-sdk-checksum-algorithm",
                "x-amz-cf-id",
                "content-type",
                "content-md5",
                "content-length",
                "range",
                "expect",
                "if-none-match",
                "user-agent",
                "amz-sdk-request"
            })
    void headersThatClientsAddAfterSigningPass(String name) {
        assertThat(Examples.isAccepted(SIGNED.with(name, "v"))).isTrue();
        assertThat(Examples.isAccepted(PRESIGNED.with(name, "v"))).isTrue();
    }

    @Test
    void threatModelNamesThemAll() throws IOException {
        String row = Files.readAllLines(THREAT_MODEL).stream()
                .filter(line -> line.startsWith("| headers added to a signed request |"))
                .findFirst()
                .orElseThrow();

        assertThat(Pattern.compile("`(x-amz-[a-z0-9-]*[a-z0-9])`").matcher(row).results())
                .extracting(found -> found.group(1))
                .containsExactlyInAnyOrderElementsOf(SigV4Verifier.MAY_BE_UNSIGNED);
    }

    @Test
    void contentSha256NeedNotBeAmongTheSignedHeaders() {
        WireRequest request = Examples.signedByHand(
                PLAIN.with("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")
                        .with("Content-Type", "a/b"),
                "/b/k",
                "host;x-amz-date");

        assertThat(Examples.isAccepted(request)).isTrue();
        assertThat(Examples.isAccepted(request.replacing("x-amz-content-sha256", "UNSIGNED-PAYLOAD")))
                .isFalse();
    }

    @Test
    void hostMustBeSigned() {
        WireRequest request =
                Examples.signedByHand(PLAIN.with("x-amz-content-sha256", "UNSIGNED-PAYLOAD"), "/b/k", "x-amz-date");

        assertThat(Examples.failureOf(request)).isEqualTo(SigV4Failure.headersNotSigned(List.of("host")));
    }

    @Test
    void allUnsignedHeadersAreNamedOnceInOrder() {
        WireRequest request =
                SIGNED.with("X-Amz-Meta-B", "1").with("x-amz-acl", "private").with("x-amz-acl", "public");

        SigV4Failure failure = Examples.failureOf(request);

        assertThat(failure.error().code().code()).isEqualTo("AccessDenied");
        assertThat(failure.error().details()).containsExactly(entry("HeadersNotSigned", "x-amz-acl, x-amz-meta-b"));
    }

    @Test
    void secondValueOfASignedHeaderIsRefused() {
        WireRequest request = Examples.signed(PLAIN.with("x-amz-copy-source", "/a/b"), "UNSIGNED-PAYLOAD");

        assertThat(Examples.isAccepted(request)).isTrue();
        assertThat(Examples.isAccepted(request.with("x-amz-copy-source", "/c/d")))
                .isFalse();
        assertThat(Examples.isAccepted(request.without("x-amz-copy-source"))).isFalse();
    }

    @Test
    void rangeCountsOnlyWhenItIsSigned() {
        WireRequest ranged = Examples.signedByHand(
                PLAIN.with("Range", "bytes=0-9").with("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
                "/b/k",
                "host;range;x-amz-date");

        assertThat(Examples.isAccepted(ranged)).isTrue();
        assertThat(Examples.isAccepted(ranged.replacing("Range", "bytes=0-99"))).isFalse();
    }
}
