package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.AuthenticationClaim.Anonymous;
import dev.ose.s3.sigv4.AuthenticationClaim.HeaderClaim;
import dev.ose.s3.sigv4.AuthenticationClaim.PresignedClaim;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SigV4ParserTest {

    private static final String CREDENTIAL = "AK/20130524/us-east-1/s3/aws4_request";
    private static final String HEX = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
    private static final WireRequest PLAIN = WireRequest.of("GET", "/b/k", "", "Host", "h");
    private static final WireRequest DATED =
            PLAIN.with("x-amz-date", "20130524T000000Z").with("x-amz-content-sha256", "UNSIGNED-PAYLOAD");
    private static final WireRequest SIGNED =
            DATED.with("Authorization", Examples.authorization(CREDENTIAL, "host;x-amz-date", HEX));
    private static final String QUERY = "X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-Credential=AK%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z"
            + "&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=" + HEX;

    private static String codeOf(WireRequest request) {
        return Examples.refusalOf(request).error().code().code();
    }

    private static String messageOf(WireRequest request) {
        return Examples.refusalOf(request).error().message();
    }

    @Test
    void requestWithoutCredentialsIsAnonymous() {
        assertThat(SigV4Parser.parse(PLAIN.withQuery("X-Amz-Date=1&AWSAccessKeyId=x&Expires=1")))
                .isEqualTo(new Anonymous());
    }

    @Test
    void headerClaimCarriesWhatTheHeaderSays() {
        WireRequest request = SIGNED.with("x-amz-security-token", "token");

        AuthenticationClaim claim = SigV4Parser.parse(request);

        assertThat(claim)
                .isEqualTo(new HeaderClaim(
                        new AccessKeyId("AK"),
                        Examples.SCOPE,
                        Examples.TIME,
                        new SignedHeaders("host;x-amz-date", List.of("host", "x-amz-date")),
                        HEX,
                        PayloadHash.Mode.UNSIGNED,
                        new SessionToken("token")));
        assertThat(claim.toString()).doesNotContain("token,").contains("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=host, Signature=%s",
                "AWS4-HMAC-SHA256  Credential=%s,SignedHeaders=host,Signature=%s",
                "AWS4-HMAC-SHA256 Credential=%s  ,   SignedHeaders=host,Signature=%s ",
                "AWS4-HMAC-SHA256 SignedHeaders=host, Credential=%s, Signature=%s"
            })
    void spacesAndOrderOfComponentsAreFree(String header) {
        WireRequest request = DATED.with(
                "Authorization", header.replaceFirst("%s", CREDENTIAL).replace("%s", HEX));

        assertThat(Examples.claimOf(request).signature()).isEqualTo(HEX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4-HMAC-SHA256 ",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host,Signature=",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host,Signature=a,Signature=a",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host,Signature=a,",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host,Signature=a,Extra=b",
                "AWS4-HMAC-SHA256 credential=AK/20130524/r/s3/aws4_request,SignedHeaders=host,Signature=a",
                "AWS4-HMAC-SHA256 Credential=AK/20130524/r/s3/aws4_request\tSignedHeaders=host,Signature=a"
            })
    void headerWithoutItsThreeComponentsIsMalformed(String header) {
        WireRequest request = DATED.with("Authorization", header);

        assertThat(codeOf(request)).isEqualTo("AuthorizationHeaderMalformed");
        assertThat(messageOf(request)).contains("three components");
    }

    @ParameterizedTest
    @CsvSource({
        "AK/20130524/r/s3, mal-formed",
        "AK/20130524/r/s3/aws4_request/x, mal-formed",
        "/20130524/r/s3/aws4_request, mal-formed",
        "A K/20130524/r/s3/aws4_request, mal-formed",
        "AK/20130524//s3/aws4_request, mal-formed",
        "AK/20130524/r//aws4_request, mal-formed",
        "AK/2013524/r/s3/aws4_request, date format",
        "AK/20130231/r/s3/aws4_request, date format",
        "AK/2013052x/r/s3/aws4_request, date format",
        "AK/20130524/r/s3/aws_request, terminal"
    })
    void defectOfCredentialIsNamed(String credential, String named) {
        WireRequest inHeader = DATED.with("Authorization", Examples.authorization(credential, "host", HEX));
        WireRequest inQuery = PLAIN.withQuery(QUERY.replaceFirst(
                "Credential=[^&]*",
                "Credential=" + credential.replace("/", "%2F").replace(" ", "+")));

        assertThat(codeOf(inHeader)).isEqualTo("AuthorizationHeaderMalformed");
        assertThat(messageOf(inHeader)).contains(named);
        assertThat(codeOf(inQuery)).isEqualTo("AuthorizationQueryParametersError");
        assertThat(messageOf(inQuery)).contains(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";", "host;", ";host", "host;host", "Host", "host;;x-amz-date", "ho st", "host;é"})
    void signedHeadersAreLowerCaseNamesEachOnce(String names) {
        WireRequest inHeader = DATED.with("Authorization", Examples.authorization(CREDENTIAL, names, HEX));
        WireRequest inQuery =
                PLAIN.withQuery(QUERY.replace("SignedHeaders=host", "SignedHeaders=" + CanonicalUri.encode(names)));

        assertThat(codeOf(inHeader)).isEqualTo("AuthorizationHeaderMalformed");
        assertThat(codeOf(inQuery)).isEqualTo("AuthorizationQueryParametersError");
    }

    @Test
    void moreSignedHeadersThanARequestCanHaveAreRefused() {
        StringBuilder names = new StringBuilder("host");
        for (int i = 0; i < SignedHeaders.MAX_NAMES; i++) {
            names.append(";h").append(i);
        }

        assertThat(codeOf(DATED.with("Authorization", Examples.authorization(CREDENTIAL, names.toString(), HEX))))
                .isEqualTo("AuthorizationHeaderMalformed");
    }

    @ParameterizedTest
    @CsvSource({
        "AWS4-HMAC-SHA1 Credential=a, InvalidRequest",
        "AWS4-ECDSA-P256-SHA256 Credential=a, NotImplemented",
        "Basic dXNlcg==, InvalidArgument",
        "Bearer x, InvalidArgument",
        "nonsense, InvalidArgument",
        "'', InvalidArgument"
    })
    void otherSchemesAreRefused(String header, String code) {
        assertThat(codeOf(DATED.with("Authorization", header))).isEqualTo(code);
    }

    @Test
    void signatureVersionTwoIsFoundAndNotRead() {
        assertThat(SigV4Parser.parse(PLAIN.with("Authorization", "AWS whatever")))
                .isEqualTo(AuthenticationClaim.Version2.IN_HEADER);
        assertThat(SigV4Parser.parse(PLAIN.withQuery("AWSAccessKeyId=AK&Signature=abc%3D")))
                .isEqualTo(AuthenticationClaim.Version2.IN_QUERY);
    }

    @Test
    void headerAndQueryTogetherAreRefused() {
        assertThat(Examples.refusalOf(SIGNED.withQuery(QUERY)))
                .isEqualTo(SigV4Failure.argument(Kind.SEVERAL_CREDENTIALS, "Authorization", "AWS4-HMAC-SHA256"));
        assertThat(codeOf(SIGNED.withQuery("X-Amz-Signature=a"))).isEqualTo("InvalidArgument");
        assertThat(codeOf(SIGNED.withQuery("X%2DAmz-Credential=a"))).isEqualTo("InvalidArgument");
        assertThat(codeOf(SIGNED.withQuery("AWSAccessKeyId=AK&Signature=a"))).isEqualTo("InvalidArgument");
        assertThat(codeOf(PLAIN.withQuery(QUERY + "&AWSAccessKeyId=AK&Signature=a")))
                .isEqualTo("InvalidArgument");
        assertThat(codeOf(PLAIN.withQuery(QUERY).with("Authorization", "AWS AK:x")))
                .isEqualTo("InvalidArgument");
        assertThat(codeOf(PLAIN.withQuery("AWSAccessKeyId=AK&Signature=a").with("Authorization", "AWS AK:x")))
                .isEqualTo("InvalidArgument");
    }

    @Test
    void twoAuthorizationHeadersAreRefused() {
        assertThat(codeOf(SIGNED.with("Authorization", SIGNED.header("authorization"))))
                .isEqualTo("InvalidArgument");
        assertThat(codeOf(SIGNED.with("Authorization", "Basic x"))).isEqualTo("InvalidArgument");
        assertThat(codeOf(PLAIN.with("Authorization", "Basic x").with("Authorization", "Basic x")))
                .isEqualTo("InvalidArgument");
    }

    /** As on AWS: a header of any scheme is a second authentication. */
    @ParameterizedTest
    @ValueSource(strings = {"Bearer x", "Basic dXNlcg==", "junk", "", "AWS4-HMAC-SHA256", "AWS AK:x"})
    void authorizationOfAnySchemeBesideASignedQueryIsRefused(String header) {
        for (String query : List.of(QUERY, "AWSAccessKeyId=AK&Signature=a&Expires=1")) {
            WireRequest request = PLAIN.withQuery(query).with("Authorization", header);

            assertThat(codeOf(request)).isEqualTo("InvalidArgument");
            assertThat(messageOf(request)).startsWith("Only one auth mechanism allowed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20130524", "20131324T000000Z", "20130524T250000Z", "2013-05-24T00:00:00Z", "x"})
    void headerSignatureNeedsADate(String date) {
        assertThat(codeOf(SIGNED.replacing("x-amz-date", date))).isEqualTo("AccessDenied");
        assertThat(messageOf(SIGNED.replacing("x-amz-date", date))).contains("valid Date or x-amz-date");
        assertThat(codeOf(SIGNED.without("x-amz-date").with("Date", date))).isEqualTo("AccessDenied");
        assertThat(codeOf(SIGNED.without("x-amz-date"))).isEqualTo("AccessDenied");
        assertThat(codeOf(SIGNED.with("x-amz-date", "20130524T000000Z"))).isEqualTo("AccessDenied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fri, 24 May 2013 00:00:00 GMT", "20130524T000000Z"})
    void dateHeaderServesWhereThereIsNoAmzDate(String date) {
        WireRequest request = SIGNED.without("x-amz-date").with("Date", date);

        assertThat(Examples.claimOf(request).requestTime()).isEqualTo(Instant.parse("2013-05-24T00:00:00Z"));
        assertThat(Examples.claimOf(request).timestamp()).isEqualTo("20130524T000000Z");
    }

    @ParameterizedTest
    @CsvSource({
        "UNSIGNED-PAYLOAD, UNSIGNED",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING_UNSIGNED_TRAILER",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING_SIGNED",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER, STREAMING_SIGNED_TRAILER"
    })
    void modesOfPayloadAreKnown(String header, PayloadHash.Mode mode) {
        assertThat(Examples.claimOf(SIGNED.replacing("x-amz-content-sha256", header))
                        .payloadHash())
                .isEqualTo(mode);
        assertThat(mode.wireValue()).isEqualTo(header);
        assertThat(mode.isStreaming()).isEqualTo(header.startsWith("STREAMING"));
    }

    @Test
    void digestOfPayloadIsKept() {
        assertThat(Examples.claimOf(SIGNED.replacing("x-amz-content-sha256", HEX))
                        .payloadHash())
                .isEqualTo(new PayloadHash.Digest(HEX));
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD, NotImplemented",
        "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER, NotImplemented",
        "'', InvalidArgument",
        "unsigned-payload, InvalidArgument",
        "STREAMING-PAYLOAD, InvalidArgument",
        "aeeed9, InvalidArgument",
        "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d40x, InvalidArgument"
    })
    void otherPayloadHashesAreRefused(String header, String code) {
        assertThat(codeOf(SIGNED.replacing("x-amz-content-sha256", header))).isEqualTo(code);
    }

    @Test
    void payloadHashIsRequiredOnceForS3() {
        assertThat(messageOf(SIGNED.without("x-amz-content-sha256")))
                .isEqualTo("Missing required header for this request: x-amz-content-sha256");
        assertThat(codeOf(SIGNED.without("x-amz-content-sha256"))).isEqualTo("InvalidRequest");
        assertThat(codeOf(SIGNED.with("x-amz-content-sha256", HEX))).isEqualTo("InvalidArgument");
    }

    @Test
    void presignedClaimCarriesWhatTheQuerySays() {
        PresignedClaim claim =
                (PresignedClaim) SigV4Parser.parse(PLAIN.withQuery(QUERY + "&X-Amz-Security-Token=a%2Bb"));

        assertThat(claim.accessKey()).isEqualTo(new AccessKeyId("AK"));
        assertThat(claim.lifetime()).isEqualTo(Duration.ofMinutes(1));
        assertThat(claim.expiresAt()).isEqualTo(Examples.TIME.plusSeconds(60));
        assertThat(claim.session()).isEqualTo(new SessionToken("a+b"));
        assertThat(claim.payloadHash()).isEqualTo(PayloadHash.Mode.UNSIGNED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Amz-Algorithm",
                "X-Amz-Credential",
                "X-Amz-Date",
                "X-Amz-Expires",
                "X-Amz-SignedHeaders",
                "X-Amz-Signature"
            })
    void presignedQueryNeedsEachParameterOnce(String name) {
        String missing = QUERY.replace(name + "=", "x=");
        String empty = QUERY.replaceFirst(name + "=[^&]*", name + "=");
        String twice = QUERY + "&" + name + "=x";

        assertThat(codeOf(PLAIN.withQuery(missing))).isEqualTo("AuthorizationQueryParametersError");
        assertThat(codeOf(PLAIN.withQuery(empty))).isEqualTo("AuthorizationQueryParametersError");
        assertThat(codeOf(PLAIN.withQuery(twice))).isEqualTo("AuthorizationQueryParametersError");
    }

    @Test
    void presignedQueryAndHeadersMayNotSayTwoThings() {
        String withToken = QUERY + "&X-Amz-Security-Token=one";

        assertThat(Examples.claimOf(PLAIN.withQuery(withToken).with("x-amz-security-token", "one"))
                        .session())
                .isEqualTo(new SessionToken("one"));
        assertThat(codeOf(PLAIN.withQuery(withToken).with("x-amz-security-token", "other")))
                .isEqualTo("AuthorizationQueryParametersError");
        assertThat(codeOf(PLAIN.withQuery(withToken + "&X-Amz-Security-Token=one")))
                .isEqualTo("AuthorizationQueryParametersError");
        WireRequest withDate = PLAIN.withQuery(QUERY.replace("=host", "=host%3Bx-amz-date"));
        assertThat(Examples.claimOf(withDate.with("x-amz-date", "20130524T000000Z"))
                        .requestTime())
                .isEqualTo(Examples.TIME);
        assertThat(codeOf(withDate.with("x-amz-date", "20130524T000001Z")))
                .isEqualTo("AuthorizationQueryParametersError");
        assertThat(codeOf(withDate.with("x-amz-date", "yesterday"))).isEqualTo("AuthorizationQueryParametersError");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, non-negative",
        "-, non-negative",
        "604801, 604800",
        "99999999999999999999999999, 604800",
        "1.5, number",
        "%2B1, number",
        "1x, number"
    })
    void lifetimeIsUpToAWeek(String expires, String named) {
        WireRequest request = PLAIN.withQuery(QUERY.replace("Expires=60", "Expires=" + expires));

        assertThat(codeOf(request)).isEqualTo("AuthorizationQueryParametersError");
        assertThat(messageOf(request)).contains(named);
    }

    @Test
    void presignedAlgorithmAndDateAreChecked() {
        assertThat(codeOf(PLAIN.withQuery(QUERY.replace("HMAC-SHA256", "HMAC-SHA1"))))
                .isEqualTo("InvalidRequest");
        assertThat(codeOf(PLAIN.withQuery(QUERY.replace("HMAC-SHA256", "ECDSA-P256-SHA256"))))
                .isEqualTo("NotImplemented");
        assertThat(messageOf(PLAIN.withQuery(QUERY.replace("T000000Z", "T000000"))))
                .contains("ISO8601");
    }

    @Test
    void presignedPayloadHashComesFromQueryOrSignedHeader() {
        WireRequest inQuery = PLAIN.withQuery(QUERY + "&X-Amz-Content-Sha256=" + HEX);
        WireRequest signedHeader = PLAIN.withQuery(QUERY.replace("=host", "=host%3Bx-amz-content-sha256"))
                .with("x-amz-content-sha256", HEX);
        WireRequest unsignedHeader = PLAIN.withQuery(QUERY).with("x-amz-content-sha256", HEX);

        assertThat(Examples.claimOf(inQuery).payloadHash()).isEqualTo(new PayloadHash.Digest(HEX));
        assertThat(Examples.claimOf(signedHeader).payloadHash()).isEqualTo(new PayloadHash.Digest(HEX));
        assertThat(Examples.claimOf(unsignedHeader).payloadHash()).isEqualTo(PayloadHash.Mode.UNSIGNED);
        assertThat(Examples.refusalOf(inQuery.with("x-amz-content-sha256", "UNSIGNED-PAYLOAD")))
                .returns(Kind.INVALID_CONTENT_SHA256, SigV4Failure::kind);
        assertThat(Examples.refusalOf(inQuery.withQuery(inQuery.rawQuery() + "&X-Amz-Content-Sha256=" + HEX)))
                .returns(Kind.INVALID_CONTENT_SHA256, SigV4Failure::kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
            })
    void presignedRequestCannotStream(String hash) {
        WireRequest unsignedHeader = PLAIN.withQuery(QUERY).with("x-amz-content-sha256", hash);
        WireRequest inQuery = PLAIN.withQuery(QUERY + "&X-Amz-Content-Sha256=" + hash);

        assertThat(Examples.refusalOf(unsignedHeader)).isEqualTo(SigV4Failure.of(Kind.STREAMING_PRESIGNED));
        assertThat(Examples.refusalOf(inQuery)).isEqualTo(SigV4Failure.of(Kind.STREAMING_PRESIGNED));
    }
}
