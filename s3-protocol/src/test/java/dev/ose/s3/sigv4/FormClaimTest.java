package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.SigV4Failure.Kind;
import dev.ose.testkit.Version2Signature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormClaimTest {

    /** The example that AWS publishes. */
    private static final String POLICY = "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9u"
            + "cyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNl"
            + "ci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0"
            + "cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0"
            + "cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQi"
            + "fSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1h"
            + "bXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkv"
            + "dXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAg"
            + "ICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9";

    private static final Instant SIGNED_AT = Instant.parse("2015-12-29T00:00:00Z");
    private static final VerificationPolicy OURS = VerificationPolicy.s3(List.of("us-east-1"));

    private static Map<String, String> published() {
        return new HashMap<>(Map.of(
                "policy", POLICY,
                "x-amz-algorithm", "AWS4-HMAC-SHA256",
                "x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request",
                "x-amz-date", "20151229T000000Z",
                "x-amz-signature", "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e"));
    }

    private static FormClaim.Signed claim(Map<String, String> fields) {
        return (FormClaim.Signed) FormClaim.parse(fields::get);
    }

    private static Optional<SigV4Failure> verify(Map<String, String> fields) {
        FormClaim.Signed claim = claim(fields);
        return claim.verify(Examples.keyOf(claim.scope()));
    }

    @Test
    void publishedExampleIsVerified() {
        assertThat(claim(published()).check(OURS, SIGNED_AT)).isEmpty();
        assertThat(verify(published())).isEmpty();
    }

    /** A key is good for seven days, and no clock runs ahead by more than a quarter of an hour. */
    @ParameterizedTest
    @CsvSource({
        "2015-12-28T23:44:59Z, Request is not valid yet",
        "2015-12-28T23:45:00Z, ",
        "2016-01-05T00:00:00Z, ",
        "2016-01-05T00:00:01Z, Request has expired"
    })
    void signatureIsGoodForAWeek(Instant now, String why) {
        Optional<SigV4Failure> refused = claim(published()).check(OURS, now);

        assertThat(refused.map(failure -> failure.error().message())).isEqualTo(Optional.ofNullable(why));
        assertThat(refused.map(failure -> failure.error().code().code()))
                .isEqualTo(Optional.ofNullable(why == null ? null : "AccessDenied"));
    }

    @Test
    void otherPolicyOrSignatureIsRefused() {
        for (String name : new String[] {"policy", "x-amz-signature"}) {
            for (String mutation : Examples.mutationsOf(published().getOrDefault(name, ""), 1)) {
                Map<String, String> fields = published();
                fields.put(name, mutation);
                assertThat(verify(fields)).as(mutation).isPresent();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"policy", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature"})
    void everyFieldIsNeeded(String name) {
        Map<String, String> fields = published();
        fields.remove(name);

        assertThat(FormClaim.parse(fields::get))
                .isEqualTo(new FormClaim.Refused(SigV4Failure.argument(Kind.FORM_FIELD_MISSING, name, "")));
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-algorithm,AWS4-HMAC-SHA1,InvalidRequest",
        "x-amz-algorithm,AWS4-ECDSA-P256-SHA256,NotImplemented",
        "x-amz-credential,AKIAIOSFODNN7EXAMPLE,AuthorizationQueryParametersError",
        "x-amz-date,yesterday,AuthorizationQueryParametersError",
        "awsaccesskeyid,AKIAIOSFODNN7EXAMPLE,InvalidArgument",
        "signature,c2lnbmF0dXJl,InvalidArgument"
    })
    void formsThatMakeNoClaimAreRefused(String name, String value, String code) {
        Map<String, String> fields = published();
        fields.put(name, value);

        assertThat(FormClaim.parse(fields::get)).isInstanceOfSatisfying(FormClaim.Refused.class, refused -> assertThat(
                        refused.failure().error().code().code())
                .isEqualTo(code));
    }

    @Test
    void versionTwoSignsThePolicyItself() {
        byte[] key = Examples.PUBLISHED_KEY.getBytes(StandardCharsets.US_ASCII);
        Map<String, String> fields = new HashMap<>(Map.of("policy", "e30=", "awsaccesskeyid", "AK"));

        assertThat(FormClaim.parse(fields::get))
                .isEqualTo(new FormClaim.Refused(SigV4Failure.argument(Kind.FORM_FIELD_MISSING, "signature", "")));
        fields.put("signature", Version2Signature.of(key, "e30="));
        assertThat(FormClaim.parse(fields::get)).isInstanceOfSatisfying(FormClaim.Version2.class, form -> assertThat(
                        form.claim().verify(key))
                .isEmpty());
        fields.put("policy", "e31=");
        assertThat(FormClaim.parse(fields::get)).isInstanceOfSatisfying(FormClaim.Version2.class, form -> assertThat(
                        form.claim().verify(key))
                .isPresent());
    }

    @ParameterizedTest
    @CsvSource({
        "AKIAIOSFODNN7EXAMPLE/20151229/eu-west-9/s3/aws4_request,eu-west-9",
        "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/iam/aws4_request,iam",
        "AKIAIOSFODNN7EXAMPLE/20151230/us-east-1/s3/aws4_request,20151230"
    })
    void signatureForOthersIsRefused(String credential, String named) {
        Map<String, String> fields = published();
        fields.put("x-amz-credential", credential);

        assertThat(claim(fields).check(OURS, SIGNED_AT))
                .get()
                .satisfies(failure -> assertThat(failure.error().message()).contains(named));
    }
}
