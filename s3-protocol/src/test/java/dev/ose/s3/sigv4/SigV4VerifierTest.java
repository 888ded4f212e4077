package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import dev.ose.s3.sigv4.AuthenticationClaim.HeaderClaim;
import dev.ose.s3.sigv4.AuthenticationClaim.Signed;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import dev.ose.s3.sigv4.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scope, time, keys and the content of failures. */
class SigV4VerifierTest {

    private static final WireRequest PLAIN = WireRequest.of("GET", "/b/k", "", "Host", Examples.HOST);
    private static final WireRequest SIGNED = Examples.signed(PLAIN, "UNSIGNED-PAYLOAD");
    private static final WireRequest PRESIGNED = Examples.presigned(PLAIN, Duration.ofHours(1));

    private static Verification verifyForOtherScope(CredentialScope scope) {
        SigV4Signer.Signature signature = new SigV4Signer()
                .sign(
                        Examples.outgoing(PLAIN, "UNSIGNED-PAYLOAD"),
                        Examples.ACCESS_KEY,
                        Examples.keyOf(scope),
                        Examples.TIME);
        WireRequest request = PLAIN.with("Authorization", signature.authorization())
                .with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", "UNSIGNED-PAYLOAD");
        return Examples.VERIFIER.verify(Examples.claimOf(request), request, Examples.keyOf(scope), Examples.TIME);
    }

    @ParameterizedTest
    @ValueSource(longs = {-899, -840, 0, 840, 900})
    void headerSignatureWithinSkewVerifies(long seconds) {
        assertThat(Examples.verifyAt(SIGNED, Examples.TIME.plusSeconds(seconds)))
                .isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-960, -901, 901, 960, 86_400})
    void headerSignatureOutsideSkewIsRefusedWithBothClocks(long seconds) {
        Instant now = Examples.TIME.plusSeconds(seconds).plusMillis(7);

        SigV4Failure failure = Examples.failureAt(SIGNED, now);

        assertThat(failure).isEqualTo(SigV4Failure.tooSkewed(Examples.TIME, now, Duration.ofMinutes(15)));
        assertThat(failure.error().details())
                .containsExactly(
                        entry("RequestTime", "20130524T000000Z"),
                        entry("ServerTime", Examples.TIME.plusSeconds(seconds).toString()),
                        entry("MaxAllowedSkewMilliseconds", "900000"));
    }

    @ParameterizedTest
    @ValueSource(longs = {-900, 0, 3_599, 3_600})
    void presignedRequestWithinItsLifetimeVerifies(long seconds) {
        assertThat(Examples.verifyAt(PRESIGNED, Examples.TIME.plusSeconds(seconds)))
                .isInstanceOf(Verified.class);
    }

    /** A header that was taken away on the way, which would count as an empty one, or a name that stands for none. */
    @Test
    void signedHeaderThatIsNotThereIsRefused() {
        WireRequest withEmpty = Examples.signed(PLAIN.with("x-amz-meta-note", ""), "UNSIGNED-PAYLOAD");
        WireRequest link = Examples.presigned(PLAIN.with("x-amz-meta-note", ""), Duration.ofHours(1));

        for (WireRequest request : List.of(withEmpty, link)) {
            assertThat(Examples.verifyAt(request, Examples.TIME)).isInstanceOf(Verified.class);
            assertThat(Examples.failureAt(request.without("x-amz-meta-note"), Examples.TIME))
                    .satisfies(failure -> assertThat(failure.error().details().get("CanonicalRequest"))
                            .doesNotContain("x-amz-meta-note:")
                            .contains("x-amz-meta-note"));
        }
    }

    @Test
    void presignedRequestAfterItsLifetimeIsRefusedWithTheFacts() {
        Instant now = Examples.TIME.plusSeconds(3_601);

        SigV4Failure failure = Examples.failureAt(PRESIGNED, now);

        assertThat(failure).returns(Kind.REQUEST_EXPIRED, SigV4Failure::kind);
        assertThat(failure.error().code().code()).isEqualTo("AccessDenied");
        assertThat(failure.error().message()).isEqualTo("Request has expired");
        assertThat(failure.error().details())
                .containsExactly(
                        entry("X-Amz-Expires", "3600"),
                        entry("Expires", "2013-05-24T01:00:00Z"),
                        entry("ServerTime", "2013-05-24T01:00:01Z"));
    }

    @Test
    void presignedRequestOfNoLifetimeIsExpiredAtOnce() {
        WireRequest request = PRESIGNED.withQuery(PRESIGNED.rawQuery().replace("Expires=3600", "Expires=0"));

        assertThat(Examples.failureAt(request, Examples.TIME)).returns(Kind.REQUEST_EXPIRED, SigV4Failure::kind);
    }

    @Test
    void presignedRequestFromTheFutureIsRefused() {
        Instant now = Examples.TIME.minusSeconds(901);

        SigV4Failure failure = Examples.failureAt(PRESIGNED, now);

        assertThat(failure).isEqualTo(SigV4Failure.notYetValid(Examples.TIME, now));
        assertThat(failure.error().details()).containsKeys("X-Amz-Date", "ServerTime");
    }

    @Test
    void otherRegionIsRefusedNamingOurs() {
        Verification verification = verifyForOtherScope(new CredentialScope("20130524", "us-west-9", "s3"));

        SigV4Failure failure = ((Verification.Refused) verification).failure();
        assertThat(failure).returns(Kind.AUTHORIZATION_HEADER_MALFORMED, SigV4Failure::kind);
        assertThat(failure.error().message()).contains("us-west-9", "expecting 'us-east-1'");
        assertThat(failure.error().details()).containsExactly(entry("Region", "us-east-1"));
    }

    @Test
    void eachConfiguredRegionVerifies() {
        assertThat(verifyForOtherScope(new CredentialScope("20130524", "eu-west-1", "s3")))
                .isInstanceOf(Verified.class);
    }

    @Test
    void otherServiceIsRefused() {
        Verification verification = verifyForOtherScope(new CredentialScope("20130524", "us-east-1", "sts"));

        SigV4Failure failure = ((Verification.Refused) verification).failure();
        assertThat(failure.error().code().code()).isEqualTo("AuthorizationHeaderMalformed");
        assertThat(failure.error().message()).contains("incorrect service \"sts\"");
    }

    @Test
    void scopeOfAnotherDayIsRefused() {
        String other = SIGNED.header("authorization").replace("/20130524/", "/20130523/");

        SigV4Failure failure = Examples.failureOf(SIGNED.replacing("authorization", other));

        assertThat(failure.error().code().code()).isEqualTo("AuthorizationHeaderMalformed");
        assertThat(failure.error().message()).contains("Invalid credential date \"20130523\"");
    }

    @Test
    void presignedScopeIsCheckedAlike() {
        WireRequest otherRegion = PRESIGNED.withQuery(PRESIGNED.rawQuery().replace("us-east-1", "us-west-9"));

        SigV4Failure failure = Examples.failureOf(otherRegion);

        assertThat(failure).returns(Kind.AUTHORIZATION_QUERY_PARAMETERS_ERROR, SigV4Failure::kind);
        assertThat(failure.error().details()).containsExactly(entry("Region", "us-east-1"));
    }

    @Test
    void mismatchTellsWhatWasSigned() {
        WireRequest tampered = SIGNED.withMethod("PUT");

        SigV4Failure failure = Examples.failureOf(tampered);

        String canonicalRequest = "PUT\n/b/k\n\nhost:" + Examples.HOST
                + "\nx-amz-content-sha256:UNSIGNED-PAYLOAD\nx-amz-date:20130524T000000Z\n\n"
                + "host;x-amz-content-sha256;x-amz-date\nUNSIGNED-PAYLOAD";
        assertThat(failure).returns(Kind.SIGNATURE_DOES_NOT_MATCH, SigV4Failure::kind);
        assertThat(failure.error().details().keySet())
                .containsExactly(
                        "AWSAccessKeyId",
                        "StringToSign",
                        "SignatureProvided",
                        "StringToSignBytes",
                        "CanonicalRequest",
                        "CanonicalRequestBytes");
        assertThat(failure.error().details())
                .containsEntry("AWSAccessKeyId", "AKIAIOSFODNN7EXAMPLE")
                .containsEntry("CanonicalRequest", canonicalRequest)
                .containsEntry(
                        "CanonicalRequestBytes",
                        HexFormat.ofDelimiter(" ").formatHex(canonicalRequest.getBytes(StandardCharsets.US_ASCII)))
                .containsEntry("SignatureProvided", Examples.claimOf(tampered).signature());
        assertThat(failure.error().details().get("StringToSign"))
                .startsWith("AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n");
        assertThat(failure.error().details().get("StringToSignBytes")).startsWith("41 57 53 34 2d");
        assertThat(failure).hasToString("SIGNATURE_DOES_NOT_MATCH");
    }

    @Test
    void mismatchShowsTheFormOfThePathThatAwsSigns() {
        SigV4Failure failure = Examples.failureOf(SIGNED.withPath("/b/k=%2f"));

        assertThat(failure.error().details().get("CanonicalRequest")).startsWith("GET\n/b/k%3D/\n");
    }

    @Test
    void otherKeyDoesNotVerify() {
        SigningKey other = SigningKey.derive(new byte[] {1}, Examples.SCOPE);

        Verification verification = Examples.VERIFIER.verify(Examples.claimOf(SIGNED), SIGNED, other, Examples.TIME);

        assertThat(verification).isInstanceOf(Verification.Refused.class);
    }

    @Test
    void keyOfAnotherScopeIsABug() {
        SigningKey other = Examples.keyOf(new CredentialScope("20130525", "us-east-1", "s3"));
        Signed claim = Examples.claimOf(SIGNED);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Examples.VERIFIER.verify(claim, SIGNED, other, Examples.TIME));
    }

    @Test
    void unknownAccessKeyIsRefusedByNameAfterAllOtherChecks() {
        Signed claim = Examples.claimOf(SIGNED);

        SigV4Failure failure = Examples.VERIFIER.refuseUnknownKey(claim, SIGNED, Examples.TIME);
        SigV4Failure tooLate =
                Examples.VERIFIER.refuseUnknownKey(claim, SIGNED, Examples.TIME.plus(Duration.ofDays(1)));

        assertThat(failure).isEqualTo(SigV4Failure.unknownKey(Examples.ACCESS_KEY));
        assertThat(failure.error().details()).containsExactly(entry("AWSAccessKeyId", "AKIAIOSFODNN7EXAMPLE"));
        assertThat(tooLate).returns(Kind.REQUEST_TIME_TOO_SKEWED, SigV4Failure::kind);
    }

    @Test
    void requestSignedWithTheDummyKeyIsRefused() {
        SignatureWork work = new SignatureWork();
        Signed claim = Examples.claimOf(SIGNED);
        work.canonicalize(SIGNED, "/b/k", claim.signedHeaders(), "UNSIGNED-PAYLOAD");
        String signature =
                new String(work.sign(SigningKey.DUMMY, claim.timestamp(), claim.scope()), StandardCharsets.ISO_8859_1);
        WireRequest forged =
                SIGNED.replacing("authorization", SIGNED.header("authorization").replace(claim.signature(), signature));

        SigV4Failure failure = Examples.VERIFIER.refuseUnknownKey(Examples.claimOf(forged), forged, Examples.TIME);

        assertThat(failure).returns(Kind.INVALID_ACCESS_KEY_ID, SigV4Failure::kind);
    }

    @ParameterizedTest
    @CsvSource({
        "UNSIGNED-PAYLOAD",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"
    })
    void eachPayloadHashVerifiesAndIsCoveredByTheSignature(String hash) {
        WireRequest request = Examples.signed(PLAIN, hash);

        Verification verification = Examples.verify(request);

        assertThat(((Verified) verification).payloadHash().wireValue()).isEqualTo(hash);
        String other = hash.equals("UNSIGNED-PAYLOAD") ? "STREAMING-UNSIGNED-PAYLOAD-TRAILER" : "UNSIGNED-PAYLOAD";
        assertThat(Examples.failureOf(request.replacing("x-amz-content-sha256", other)))
                .returns(Kind.SIGNATURE_DOES_NOT_MATCH, SigV4Failure::kind);
    }

    @Test
    void digestMatchesItsBodyInEitherCase() {
        byte[] sha256 = HexFormat.of().parseHex(Examples.EMPTY_SHA256);

        assertThat(new PayloadHash.Digest(Examples.EMPTY_SHA256).matches(sha256))
                .isTrue();
        assertThat(new PayloadHash.Digest(Examples.EMPTY_SHA256.toUpperCase(Locale.ROOT)).matches(sha256))
                .isTrue();
        assertThat(new PayloadHash.Digest(Examples.EMPTY_SHA256).matches(new byte[32]))
                .isFalse();
    }

    @Test
    void claimForOtherServiceTakesTheDigestOfItsBodyLater() {
        CredentialScope scope = new CredentialScope("20130524", "us-east-1", "sts");
        SigV4Verifier verifier =
                new SigV4Verifier(new VerificationPolicy(List.of("us-east-1"), "sts", Duration.ofMinutes(15)));
        WireRequest request = stsRequest(scope);
        HeaderClaim claim = (HeaderClaim) SigV4Parser.parse(request);
        HeaderClaim complete = claim.withPayloadHash(new PayloadHash.Digest(Examples.EMPTY_SHA256));

        assertThat(claim.payloadHash()).isEqualTo(PayloadHash.Mode.UNSTATED);
        assertThat(verifier.check(claim, request, Examples.TIME)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> verifier.verify(claim, request, Examples.keyOf(scope), Examples.TIME));
        assertThat(verifier.verify(complete, request, Examples.keyOf(scope), Examples.TIME))
                .isInstanceOf(Verified.class);
    }

    @Test
    void unstatedPayloadHashIsRefusedForS3() {
        HeaderClaim signed = (HeaderClaim) Examples.claimOf(SIGNED);
        HeaderClaim unstated = new HeaderClaim(
                signed.accessKey(),
                signed.scope(),
                signed.requestTime(),
                signed.signedHeaders(),
                signed.signature(),
                PayloadHash.Mode.UNSTATED,
                null);

        assertThat(Examples.VERIFIER.check(unstated, SIGNED, Examples.TIME))
                .contains(SigV4Failure.of(Kind.MISSING_CONTENT_SHA256));
    }

    @Test
    void policyNeedsARegion() {
        assertThatIllegalArgumentException().isThrownBy(() -> VerificationPolicy.s3(List.of()));
    }

    private static WireRequest stsRequest(CredentialScope scope) {
        WireRequest request = WireRequest.of("POST", "/", "", "Host", "sts.example", "x-amz-date", "20130524T000000Z");
        SignatureWork work = new SignatureWork();
        work.canonicalize(request, "/", SignedHeaders.of(List.of("host", "x-amz-date")), Examples.EMPTY_SHA256);
        String signature =
                new String(work.sign(Examples.keyOf(scope), "20130524T000000Z", scope), StandardCharsets.ISO_8859_1);
        return request.with("Authorization", Examples.authorization("AK/" + scope, "host;x-amz-date", signature));
    }
}
