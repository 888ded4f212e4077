package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forged identities, requests that are too late or too early (CVE-2018-1128), and headers outside the signature. */
@ExtendWith(Servers.class)
final class BadCallerIT {

    private static final Duration SKEW = Duration.ofMinutes(16);

    private S3Target target;
    private String bucket;

    @BeforeEach
    void makeBucket(Servers.Endpoints endpoints) {
        target = endpoints.target(Where.HTTP);
        bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/there").body("there"))
                .assertStatus(200);
    }

    @AfterEach
    void onlyWhatWasThereIsThere() {
        WireAnswer listing = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "?list-type=2"));

        assertThat(listing.elements("Key")).containsExactly("there");
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "/there")).assertStatus(204);
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);
    }

    @Test
    void wrongSignatureIsRefused() {
        Wire.send(target, put().forged(BadCallerIT::changeLastDigit)).assertRefused(403, "SignatureDoesNotMatch");
    }

    @Test
    void wrongSecretIsRefused() {
        S3Target impostor = target.as(target.accessKey(), Secret.of("not-the-secret"));

        Wire.send(impostor, put()).assertRefused(403, "SignatureDoesNotMatch");
    }

    @Test
    void unknownKeyIsRefused() {
        S3Target stranger = target.as("AKIANOBODYHASTHIS000", Secret.of("whatever"));

        Wire.send(stranger, put()).assertRefused(403, "InvalidAccessKeyId");
    }

    @Test
    void anonymousCallerIsRefused() {
        try (Wire wire = Wire.connect(target)) {
            wire.write("GET /" + bucket + "/there HTTP/1.1\r\nHost: " + target.host() + "\r\n\r\n");

            wire.answer("GET").assertRefused(403, "AccessDenied");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void clockThatIsSixteenMinutesOffIsRefused(int direction) {
        Instant time = Instant.now().plus(SKEW.multipliedBy(direction));

        Wire.send(target, put().at(time)).assertRefused(403, "RequestTimeTooSkewed");
    }

    @Test
    void clockThatIsFourteenMinutesOffIsGoodEnough() {
        Instant time = Instant.now().minus(Duration.ofMinutes(14));

        Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/there").at(time))
                .assertStatus(200);
    }

    @Test
    void presignedDownloadWorksUntilItExpires() {
        SignedRequest inTime = SignedRequest.of("GET", '/' + bucket + "/there").presigned(Duration.ofMinutes(5));
        SignedRequest tooLate = SignedRequest.of("GET", '/' + bucket + "/there")
                .at(Instant.now().minus(Duration.ofMinutes(10)))
                .presigned(Duration.ofMinutes(5));

        assertThat(Wire.send(target, inTime).text()).isEqualTo("there");
        WireAnswer refused = Wire.send(target, tooLate);
        refused.assertRefused(403, "AccessDenied");
        assertThat(refused.element("Message")).isEqualTo("Request has expired");
    }

    @Test
    void presignedUploadWorks() {
        SignedRequest upload =
                SignedRequest.of("PUT", '/' + bucket + "/there").body("there").presigned(Duration.ofMinutes(5));

        Wire.send(target, upload).assertStatus(200);
    }

    @Test
    void presignedDownloadDoesNotOpenAnotherKey() {
        SignedRequest request = SignedRequest.of("GET", '/' + bucket + "/other")
                .presigned(Duration.ofMinutes(5))
                .forged(BadCallerIT::changeLastDigit);

        Wire.send(target, request).assertRefused(403, "SignatureDoesNotMatch");
    }

    @Test
    void presignedRequestOfMoreThanAWeekIsRefused() {
        SignedRequest request = SignedRequest.of("GET", '/' + bucket + "/there")
                .presigned(Duration.ofDays(7))
                .forged(query -> query.replace("X-Amz-Expires=604800", "X-Amz-Expires=604801"));

        Wire.send(target, request).assertRefused(400, "AuthorizationQueryParametersError");
    }

    @Test
    void twoWaysOfSigningAtOnceAreRefused() {
        SignedRequest request = SignedRequest.of("GET", '/' + bucket + "/there")
                .presigned(Duration.ofMinutes(5))
                .unsigned(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=a/20200101/r/s3/aws4_request, " + "SignedHeaders=host, Signature="
                                + "0".repeat(64));

        Wire.send(target, request).assertRefused(400, "InvalidArgument");
    }

    static Stream<List<String>> smuggledHeaders() {
        return Stream.of(
                List.of("x-amz-copy-source", "/BUCKET/there"),
                List.of("x-amz-acl", "public-read"),
                List.of("x-amz-tagging", "a=b"),
                List.of("x-amz-meta-owner", "mallory"),
                List.of("x-amz-storage-class", "GLACIER"),
                List.of("x-amz-grant-read", "uri=\"http://acs.amazonaws.com/groups/global/AllUsers\""),
                List.of("x-amz-object-lock-mode", "COMPLIANCE"),
                List.of("x-amz-bypass-governance-retention", "true"),
                List.of("x-amz-website-redirect-location", "http://elsewhere/"),
                List.of("x-amz-server-side-encryption", "AES256"),
                List.of("x-amz-security-token", "token"),
                List.of("x-amz-nobody-knows-this", "1"));
    }

    @ParameterizedTest
    @MethodSource("smuggledHeaders")
    void unsignedHeaderBesideASignedOneIsRefused(List<String> smuggled) {
        WireAnswer answer = Wire.send(
                target, put().unsigned(smuggled.get(0), smuggled.get(1).replace("BUCKET", bucket)));

        answer.assertRefused(403, "AccessDenied");
        assertThat(answer.element("HeadersNotSigned")).isEqualTo(smuggled.get(0));
    }

    @ParameterizedTest
    @MethodSource("smuggledHeaders")
    void unsignedHeaderBesideAPresignedQueryIsRefused(List<String> smuggled) {
        SignedRequest request = put().presigned(Duration.ofMinutes(5))
                .unsigned(smuggled.get(0), smuggled.get(1).replace("BUCKET", bucket));

        WireAnswer answer = Wire.send(target, request);

        assertThat(answer.status()).as(answer.text()).isIn(400, 403);
        assertThat(answer.element("Code")).isNotEmpty();
    }

    @Test
    void signedContentTypeMayBeLeftUnsigned() {
        SignedRequest request =
                SignedRequest.of("PUT", '/' + bucket + "/there").body("there").unsigned("Content-Type", "text/plain");

        Wire.send(target, request).assertStatus(200);
    }

    private SignedRequest put() {
        return SignedRequest.of("PUT", '/' + bucket + "/new").body("new");
    }

    private static String changeLastDigit(String signed) {
        char last = signed.charAt(signed.length() - 1);
        return signed.substring(0, signed.length() - 1) + (last == '0' ? '1' : '0');
    }
}
