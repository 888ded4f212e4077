package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.Samples;
import dev.ose.it.SignedRequest;
import dev.ose.it.WireAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Framed bodies that are to get in without a signature (CVE-2025-31489, CVE-2026-41145, CVE-2026-40344), and framing
 * that made servers loop, overflow or end (CVE-2026-49017, GHSA-v2ch-c8v8-fgr7): nothing is ever stored, and every
 * request is answered.
 */
final class StreamingSignatureIT extends OwnBucket {

    /** Known, unsupported and invalid modes; invalid ones are refused before the signature is verified. */
    static final List<String> MODES = List.of(
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
            "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
            "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD",
            "STREAMING-NOBODY-KNOWS-THIS",
            "UNSIGNED-PAYLOAD");

    private static final String FRAMED = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    private static final String DIGITS = "0123456789abcdef";

    @AfterEach
    void nothingWasStored() {
        assertThat(keys()).containsExactly("there");
    }

    @ParameterizedTest
    @FieldSource("MODES")
    void wrongSignatureIsRefused(String mode) {
        SignedRequest request = framed(mode, path("new")).forged(StreamingSignatureIT::changeLastDigit);

        refused(head(request) + FRAMED, 400, 403, 501);
    }

    @ParameterizedTest
    @FieldSource("MODES")
    void missingSignatureIsRefused(String mode) {
        String head = head(framed(mode, path("new")));

        refused(head.replaceFirst("Authorization: [^\r]*\r\n", "") + FRAMED, 400, 403, 501);
    }

    @ParameterizedTest
    @FieldSource("MODES")
    void credentialsInTheQueryWithoutTheirSignatureAreRefused(String mode) {
        SignedRequest request = framed(mode, path("new"))
                .presigned(Duration.ofMinutes(5))
                .forged(StreamingSignatureIT::changeLastDigit);

        refused(head(request) + FRAMED, 400, 403, 501);
    }

    /** Handlers of their own, any of which may forget a way of signing. */
    @ParameterizedTest
    @ValueSource(strings = {"?delete=", "?tagging=", "?policy=", "?cors=", "?lifecycle=", "?versioning=", "?acl="})
    void noOtherOperationBelievesAFramedBodyWithAWrongSignature(String query) {
        String method = query.equals("?delete=") ? "POST" : "PUT";
        for (String mode : MODES) {
            SignedRequest request = SignedRequest.of(method, '/' + bucket + query)
                    .payload(mode)
                    .header("x-amz-decoded-content-length", "5")
                    .declaring(Integer.toString(FRAMED.length()))
                    .forged(StreamingSignatureIT::changeLastDigit);

            refused(head(request) + FRAMED, 400, 403, 501);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-5\r\nhello\r\n0\r\n\r\n",
                "+5\r\nhello\r\n0\r\n\r\n",
                "0x5\r\nhello\r\n0\r\n\r\n",
                " 5\r\nhello\r\n0\r\n\r\n",
                "5 \r\nhello\r\n0\r\n\r\n",
                "g\r\nhello\r\n0\r\n\r\n",
                "\r\nhello\r\n0\r\n\r\n",
                "5\nhello\n0\n\n",
                "5\r\nhelloX\r\n0\r\n\r\n",
                "5\r\nhell\r\n0\r\n\r\n",
                "5\r\nhello0\r\n\r\n",
                "5\r\nhello\r\n",
                "5\r\nhello\r\n0\r\n",
                "5\r\nhello",
                "5",
                "5;\r\nhello\r\n",
                "4\r\nhell\r\n0\r\n\r\n",
                "6\r\nhello!\r\n0\r\n\r\n",
                "0\r\n\r\n",
                "ffffffffffffffff\r\nhello\r\n0\r\n\r\n",
                "7fffffffffffffff\r\nhello\r\n0\r\n\r\n",
                "80000000\r\nhello\r\n0\r\n\r\n",
                "100000005\r\nhello\r\n0\r\n\r\n",
                "10000000000000005\r\nhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-sha1:AAAA\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\nx-amz-acl:public-read\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-crc32\r\n\r\n",
                "5\r\nhello\r\n0\r\n\r\n"
            })
    void framingThatIsWrongIsRefused(String body) {
        SignedRequest request =
                framed("STREAMING-UNSIGNED-PAYLOAD-TRAILER", path("new")).declaring(Integer.toString(body.length()));

        refused(head(request) + body, 400, 403, 411);
    }

    @Test
    void lineThatNeverEndsIsRefusedLongBeforeItsEnd() {
        String line = "5;" + DIGITS.repeat(1 << 16);
        SignedRequest request = framed("STREAMING-UNSIGNED-PAYLOAD-TRAILER", path("new"))
                .declaring(Integer.toString(line.length() * 10));

        refused(head(request) + line, 400);
    }

    @Test
    void millionsOfOneByteChunksAreRefused() {
        String body = "1\r\nx\r\n".repeat(100_000) + "0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n";
        SignedRequest request = SignedRequest.of("PUT", path("new"))
                .payload("STREAMING-UNSIGNED-PAYLOAD-TRAILER")
                .header("x-amz-decoded-content-length", "100000")
                .header("x-amz-trailer", "x-amz-checksum-crc32")
                .declaring(Integer.toString(body.length()));

        refused(head(request) + body, 400);
    }

    private static SignedRequest framed(String mode, String path) {
        return SignedRequest.of("PUT", path)
                .payload(mode)
                .header("x-amz-decoded-content-length", "5")
                .header("x-amz-trailer", "x-amz-checksum-crc32")
                .declaring(Integer.toString(FRAMED.length()));
    }

    private void refused(String request, Integer... statuses) {
        WireAnswer answer = exchange("PUT", request);

        assertThat(answer.status()).as(answer.text()).isIn((Object[]) statuses);
        assertThat(answer.element("Code")).isNotEmpty();
    }

    private static String changeLastDigit(String signed) {
        char last = signed.charAt(signed.length() - 1);
        return signed.substring(0, signed.length() - 1) + (last == '0' ? '1' : '0');
    }

    @Test
    void sameFramingWithTheRightSignatureIsTaken() {
        String put = head(framed("STREAMING-UNSIGNED-PAYLOAD-TRAILER", path("right"))) + FRAMED;

        exchange("PUT", put).assertStatus(200);

        assertThat(Samples.sha256(get(path("right")).body()))
                .isEqualTo(Samples.sha256("hello".getBytes(StandardCharsets.US_ASCII)));
        send(SignedRequest.of("DELETE", path("right"))).assertStatus(204);
    }
}
