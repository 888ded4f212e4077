package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.SignedRequest;
import dev.ose.it.WireAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Values that end a header and begin another (CVE-2015-5245, CVE-2018-1067, CVE-2020-10753, CVE-2021-3524), in every
 * place from which one of the client's values comes back in a header.
 */
final class HeaderInjectionIT extends OwnBucket {

    /** CR, LF, NUL; and what becomes CR and LF where characters are cut to bytes: U+560A, U+560D, U+2028, U+0085. */
    static final List<String> BREAKS = List.of(
            "%0d%0a", "%0a", "%0d", "%00", "%0d%0a%20", "%e5%98%8d%e5%98%8a", "%e2%80%a8", "%c2%85", "%0b", "%7f");

    private static final List<String> OVERRIDES = List.of(
            "response-content-type",
            "response-content-language",
            "response-expires",
            "response-cache-control",
            "response-content-disposition",
            "response-content-encoding");

    @ParameterizedTest
    @FieldSource("BREAKS")
    void overrideOfAHeaderCannotAddOne(String lineBreak) {
        for (String parameter : OVERRIDES) {
            WireAnswer answer = get(path("there") + '?' + parameter + "=a" + lineBreak + "x-evil:%201");

            assertThat(answer.status()).as(answer.text()).isIn(200, 400);
            assertThat(answer.headers()).doesNotContainKey("x-evil");
            assertThat(answer.headers().values())
                    .noneMatch(value -> value.matches("(?s).*[\\x00-\\x08\\x0a-\\x1f\\x7f].*"));
        }
    }

    @ParameterizedTest
    @FieldSource("BREAKS")
    void keyThatComesBackCannotAddAHeader(String lineBreak) {
        WireAnswer upload = send(SignedRequest.of("POST", path("k" + lineBreak + "x-evil:%201?uploads=")));

        assertThat(upload.headers()).doesNotContainKey("x-evil");
        if (upload.status() == 200) {
            send(SignedRequest.of(
                            "DELETE", path("k" + lineBreak + "x-evil:%201?uploadId=" + upload.element("UploadId"))))
                    .assertStatus(204);
        }
    }

    /** Bytes of UTF-8 that stay what they were are harmless, and metadata. */
    @Test
    void metadataComesBackByteByByte() {
        String value = latin1("\u560d\u560a x-evil: 1 \u2028 \u0085");

        send(SignedRequest.of("PUT", path("meta")).header("x-amz-meta-a", value).body("x"))
                .assertStatus(200);

        WireAnswer head = send(SignedRequest.of("HEAD", path("meta")));
        assertThat(head.headers()).doesNotContainKey("x-evil").containsEntry("x-amz-meta-a", value);
    }

    @Test
    void controlCharactersInAHeaderAreRefused() {
        for (String control : List.of("\u0000", "\u0001", "\u000b", "\u001f", "\u007f", "\n", "\r")) {
            String head = head(SignedRequest.of("PUT", path("meta"))
                    .header("x-amz-meta-a", "MARK")
                    .body("x"));

            WireAnswer answer = exchange("PUT", head.replace("MARK", "a" + control + "x-evil: 1") + "x");

            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        }
        assertThat(keys()).containsExactly("there");
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
