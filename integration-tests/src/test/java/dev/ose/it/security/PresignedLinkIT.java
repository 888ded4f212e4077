package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.SignedRequest;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that were given away and changed (CVE-2026-41145 and what others repaired in 2026). */
final class PresignedLinkIT extends OwnBucket {

    private static final Duration LIFETIME = Duration.ofMinutes(5);

    @Test
    void noByteOfALinkCanBeChanged() {
        String head = head(link());
        int end = head.indexOf(" HTTP/1.1");

        IntStream.range("GET /".length(), end).forEach(at -> {
            Stream.of(
                            head.substring(0, at) + (head.charAt(at) == '1' ? '2' : '1') + head.substring(at + 1),
                            head.substring(0, at) + head.substring(at + 1))
                    .forEach(changed -> assertThat(exchange("GET", changed).status())
                            .as(() -> "byte " + at + " of "
                                    + head.substring(0, end).replaceAll("Signature=.*", ""))
                            .isBetween(400, 499));
        });
        exchange("GET", head).assertStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "PUT", "DELETE", "POST"})
    void linkToReadIsForReading(String method) {
        String changed = method + head(link()).substring("GET".length());

        WireAnswer answer = exchange(method, changed);

        assertThat(answer.status()).as(answer.text()).isIn(400, 403, 405);
        assertThat(keys()).containsExactly("there");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&response-content-type=text/html",
                "&versionId=null",
                "&acl",
                "&acl=",
                "&tagging",
                "&partNumber=1",
                "&X-Amz-Expires=604800",
                "&X-Amz-Signature=0",
                "&x-amz-acl=public-read",
                "&x-id=GetObject"
            })
    void nothingCanBeAddedToALink(String more) {
        String head = head(link());
        int end = head.indexOf(" HTTP/1.1");

        WireAnswer answer = exchange("GET", head.substring(0, end) + more + head.substring(end));

        assertThat(answer.status()).as(answer.text()).isIn(400, 403);
    }

    @ParameterizedTest
    @CsvSource({"-1", "604801", "1e9", "99999999999999999999", "' 5'", "5.0", "0x5", "''", "never"})
    void lifetimeThatIsNoneIsRefused(String lifetime) {
        String value = lifetime.replace(" ", "%20");
        SignedRequest request =
                link().forged(query -> query.replaceFirst("X-Amz-Expires=300", "X-Amz-Expires=" + value));

        WireAnswer answer = send(request);

        assertThat(answer.status()).as(answer.text()).isIn(400, 403);
        assertThat(answer.element("Code")).isEqualTo("AuthorizationQueryParametersError");
    }

    @Test
    void linkThatLivesForNoTimeIsOver() {
        WireAnswer answer = send(link().forged(query -> query.replaceFirst("X-Amz-Expires=300", "X-Amz-Expires=0")));

        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.element("Code")).isEqualTo("AccessDenied");
    }

    /** As on AWS: any scheme is a second authentication. */
    @ParameterizedTest
    @ValueSource(strings = {"Basic bWFsbG9yeTpub25l", "Bearer none", "junk"})
    void authorizationOfAnySchemeBesideALinkIsRefused(String authorization) {
        WireAnswer answer = send(link().unsigned("Authorization", authorization));

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.element("Code")).isEqualTo("InvalidArgument");
        assertThat(answer.element("Message")).startsWith("Only one auth mechanism allowed");
    }

    @Test
    void digestThatALinkPinsIsChecked() {
        SignedRequest request = SignedRequest.of("PUT", path("pinned") + "?X-Amz-Content-Sha256=" + "0".repeat(64))
                .payload("0".repeat(64))
                .body("another")
                .presigned(LIFETIME);

        WireAnswer answer = send(request);

        assertThat(answer.status()).as(answer.text()).isIn(400, 403);
        assertThat(keys()).containsExactly("there");
    }

    @Test
    void linkDoesNotServeUnderAnotherHostName() {
        String head = head(link());
        String other = head.replaceFirst("Host: [^\r]*", "Host: s3.localhost");

        try (Wire wire = Wire.connect(target)) {
            wire.write(other);

            wire.answer("GET").assertRefused(403, "SignatureDoesNotMatch");
        }
    }

    private SignedRequest link() {
        return SignedRequest.of("GET", path("there")).presigned(LIFETIME);
    }
}
