package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.AuthenticationClaim.Version2;
import dev.ose.testkit.Version2Signature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that AWS published for Version 2, and what goes beyond what it signs. */
class Version2ClaimTest {

    private static final byte[] KEY = Examples.PUBLISHED_KEY.getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.parse("2007-03-27T21:00:00Z");
    private static final String DATE = "Tue, 27 Mar 2007 21:00:00 +0000";
    private static final String ID = Examples.ACCESS_KEY.value();

    /** A request with a date, and the signature after the access key. */
    private static WireRequest signed(WireRequest request, String signature) {
        return request.with("Authorization", "AWS " + ID + ':' + signature);
    }

    /** A request whose text the test puts together. */
    private static WireRequest signedOver(WireRequest request, String text) {
        return signed(request, Version2Signature.of(KEY, text));
    }

    private static WireRequest get(String path, String query) {
        return WireRequest.of("GET", path, query, "Host", "h", "Date", DATE);
    }

    private static WireRequest link(WireRequest request, String text) {
        String signature = CanonicalUri.encode(Version2Signature.of(KEY, text));
        String separator = request.rawQuery().isEmpty() ? "" : "&";
        return request.withQuery(
                request.rawQuery() + separator + "AWSAccessKeyId=" + ID + "&Expires=1175139620&Signature=" + signature);
    }

    private static Version2Claim read(WireRequest request, @Nullable String bucketInHost, Instant now) {
        return Version2Claim.read((Version2) SigV4Parser.parse(request), request, bucketInHost, now);
    }

    /** The code of the refusal, or OK. */
    private static String outcome(WireRequest request, @Nullable String bucketInHost, Instant now) {
        return switch (read(request, bucketInHost, now)) {
            case Version2Claim.Refused(SigV4Failure failure) ->
                failure.error().code().code();
            case Version2Claim.Signed claim ->
                claim.verify(KEY).map(failure -> failure.error().code().code()).orElse("OK");
        };
    }

    private static String outcome(WireRequest request) {
        return outcome(request, null, NOW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET    | /photos/puppy.jpg           |                                       | johnsmith | Tue, 27 Mar 2007 \
        19:36:42 +0000 | bWq2s1WEIj+Ydj0vQ697zp+IXMU=
        GET    | /                           | prefix=photos&max-keys=50&marker=puppy | johnsmith | Tue, 27 Mar 2007 \
        19:42:41 +0000 | htDYFYduRNen8P9ZfE/s9SuKy0U=
        GET    | /                           | acl                                   | johnsmith | Tue, 27 Mar 2007 \
        19:44:46 +0000 | c2WLPFtWHVgbEmeEG93a4cG37dM=
        DELETE | /johnsmith/photos/puppy.jpg |                                       |           | Tue, 27 Mar 2007 \
        21:20:26 +0000 | lx3byBScXR6KzyMaifNkardMwNk=
        GET    | /                           |                                       |           | Wed, 28 Mar 2007 \
        01:29:59 +0000 | qGdzdERIC03wnaRNKh6OqZehG9s=
        GET    | /dictionary/fran%C3%A7ais/pr%c3%a9f%c3%a8re | |                         | Wed, 28 Mar 2007 01:49:49 \
        +0000 | DNEZGsoieTZ92F3bUfSPQcbGmlM=
        """)
    void publishedExampleVerifies(
            String method,
            String path,
            @Nullable String query,
            @Nullable String bucketInHost,
            String date,
            String signature) {
        WireRequest request =
                signed(WireRequest.of(method, path, query == null ? "" : query, "Host", "h", "Date", date), signature);

        assertThat(outcome(request, bucketInHost, Objects.requireNonNull(AmzTime.parseHttpDate(date))))
                .isEqualTo("OK");
    }

    @Test
    void publishedUploadsVerify() {
        WireRequest small = WireRequest.of("PUT", "/photos/puppy.jpg", "", "Content-Type", "image/jpeg")
                .with("Date", "Tue, 27 Mar 2007 21:15:45 +0000");
        WireRequest rich = WireRequest.of("PUT", "/db-backup.dat.gz", "", "Date", "Tue, 27 Mar 2007 21:06:08 +0000")
                .with("x-amz-acl", "public-read")
                .with("content-type", "application/x-download")
                .with("Content-MD5", "4gJE4saaMU4BqNR0kLY+lw==")
                .with("X-Amz-Meta-ReviewedBy", "joe@johnsmith.net")
                .with("X-Amz-Meta-ReviewedBy", "jane@johnsmith.net")
                .with("X-Amz-Meta-FileChecksum", "0x02661779")
                .with("X-Amz-Meta-ChecksumAlgorithm", "crc32")
                .with("Content-Encoding", "gzip");

        assertThat(outcome(signed(small, "MyyxeRY7whkBe+bq8fHCL/2kKUg="), "johnsmith", NOW.plusSeconds(60)))
                .isEqualTo("OK");
        assertThat(outcome(signed(rich, "ilyl83RwaSoYIEdixDQcA4OnAnc="), "static.johnsmith.net", NOW))
                .isEqualTo("OK");
    }

    @Test
    void publishedLinkVerifiesUntilItExpires() {
        String query =
                "AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires=1175139620";
        WireRequest request = WireRequest.of("GET", "/photos/puppy.jpg", query, "Host", "h");
        Instant end = Instant.ofEpochSecond(1_175_139_620);

        assertThat(outcome(request, "johnsmith", Instant.EPOCH)).isEqualTo("OK");
        assertThat(outcome(request, "johnsmith", end)).isEqualTo("OK");
        assertThat(outcome(request, "johnsmith", end.plusMillis(1))).isEqualTo("AccessDenied");
        assertThat(outcome(request, "other", end)).isEqualTo("SignatureDoesNotMatch");
        assertThat(outcome(request.withMethod("PUT"), "johnsmith", end)).isEqualTo("SignatureDoesNotMatch");
    }

    @Test
    void refusalShowsTheTextThatShouldHaveBeenSigned() {
        Version2Claim claim = read(signed(get("/b/k", "acl"), "x"), null, NOW);

        assertThat(claim).isInstanceOfSatisfying(Version2Claim.Signed.class, signed -> assertThat(signed.verify(KEY))
                .get()
                .satisfies(why -> assertThat(why.error().details())
                        .containsEntry("StringToSign", "GET\n\n\n" + DATE + "\n/b/k?acl")
                        .doesNotContainKey("CanonicalRequest")));
        assertThat(claim.toString()).doesNotContain("acl");
    }

    @Test
    void unknownKeyIsSaidToBeUnknown() {
        Version2Claim claim = read(signed(get("/b/k", ""), "x"), null, NOW);

        assertThat(((Version2Claim.Signed) claim)
                        .refuseUnknownKey()
                        .error()
                        .code()
                        .code())
                .isEqualTo("InvalidAccessKeyId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"acl", "cors", "delete", "encryption", "lifecycle", "object-lock", "policy", "tagging", "uploads"
            })
    void whatSelectsSomethingIsSigned(String name) {
        assertThat(outcome(signedOver(get("/b", name), "GET\n\n\n" + DATE + "\n/b?" + name)))
                .isEqualTo("OK");
        assertThat(outcome(signedOver(get("/b", name), "GET\n\n\n" + DATE + "\n/b")))
                .isEqualTo("SignatureDoesNotMatch");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attributes",
                "legal-hold",
                "retention",
                "ownershipControls",
                "intelligent-tiering",
                "metadataTable",
                "renameObject",
                "session",
                "id=x",
                "x-amz-acl=public-read",
                "X-Amz-Security-Token=t",
                "AWSAccessKeyId=x",
                "unknown",
                "%61cl=1&acl"
            })
    void whatVersionTwoDoesNotSignIsRefused(String query) {
        String covered = query.contains("acl") ? "?acl=1&acl" : "";
        WireRequest request = signedOver(get("/b", query), "GET\n\n\n" + DATE + "\n/b" + covered);

        assertThat(outcome(request)).isEqualTo("AccessDenied");
    }

    @Test
    void holderOfALinkMayNotChooseWhatItLists() {
        String text = "GET\n\n\n1175139620\n/b";

        assertThat(outcome(link(get("/b", ""), text))).isEqualTo("OK");
        assertThat(outcome(link(get("/b", "prefix=secret"), text))).isEqualTo("AccessDenied");
        assertThat(outcome(link(get("/b", "list-type=2"), text))).isEqualTo("AccessDenied");
    }

    /** Otherwise a link to one version would be one to the newest. */
    @Test
    void parameterCannotHideInTheValueOfAnother() {
        String text = "GET\n\n\n1175139620\n/b/k?response-content-type=x&versionId=1";

        assertThat(outcome(link(get("/b/k", "versionId=1&response-content-type=x"), text)))
                .isEqualTo("OK");
        assertThat(outcome(link(get("/b/k", "response-content-type=x%26versionId%3D1"), text)))
                .isEqualTo("AccessDenied");
    }

    @Test
    void parameterTwiceIsRefused() {
        String text = "GET\n\n\n" + DATE + "\n/b/k?versionId=1&versionId=2";

        assertThat(outcome(signedOver(get("/b/k", "versionId=1&versionId=2"), text)))
                .isEqualTo("AccessDenied");
    }

    @Test
    void everyHeaderOfAmazonIsSigned() {
        WireRequest request = signedOver(get("/b/k", ""), "GET\n\n\n" + DATE + "\n/b/k");

        assertThat(outcome(request)).isEqualTo("OK");
        assertThat(outcome(request.with("x-amz-copy-source", "b/other"))).isEqualTo("SignatureDoesNotMatch");
        assertThat(outcome(request.with("x-amz-security-token", "t"))).isEqualTo("SignatureDoesNotMatch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type", "Content-MD5", "Date"})
    void headerTwiceIsRefused(String name) {
        WireRequest request = get("/b/k", "").without(name).with(name, DATE);
        String text = "GET\n" + (name.equals("Content-MD5") ? DATE : "") + '\n'
                + (name.equals("Content-Type") ? DATE : "") + '\n' + DATE + "\n/b/k";

        assertThat(outcome(signedOver(request, text))).isEqualTo("OK");
        assertThat(outcome(signedOver(request.with(name, DATE), text))).isEqualTo("AccessDenied");
    }

    @Test
    void amazonsDateStandsInThePlaceOfTheOther() {
        WireRequest request = get("/b/k", "").with("x-amz-date", "Tue, 27 Mar 2007 21:05:00 GMT");
        String text = "GET\n\n\n\nx-amz-date:Tue, 27 Mar 2007 21:05:00 GMT\n/b/k";

        assertThat(outcome(signedOver(request, text))).isEqualTo("OK");
        assertThat(outcome(signedOver(request.replacing("Date", "Mon, 01 Jan 1990 00:00:00 GMT"), text)))
                .isEqualTo("OK");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tue, 27 Mar 2007 20:44:59 GMT | RequestTimeTooSkewed",
                "Tue, 27 Mar 2007 21:15:01 GMT | RequestTimeTooSkewed",
                "Tue, 27 Mar 2007 20:45:00 GMT | OK",
                "Wed, 27 Mar 2007 21:15:00 GMT | OK",
                "20070327T211500Z | OK",
                "Tue, 07 Jul 9999 21:53:04 GMT | RequestTimeTooSkewed",
                "Tue, 07 Jul 1950 21:53:04 GMT | AccessDenied",
                "1175029200 | AccessDenied",
                "'' | AccessDenied"
            })
    void clocksMayDifferByAQuarterOfAnHour(String date, String outcome) {
        WireRequest request = get("/b/k", "").replacing("Date", date);

        assertThat(outcome(signedOver(request, "GET\n\n\n" + date + "\n/b/k"))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "'AWS ', InvalidArgument",
        "'AWS HAHAHA', InvalidArgument",
        "'AWS :x', InvalidArgument",
        "'AWS a b:x', InvalidArgument",
        "'AWS AK:', SignatureDoesNotMatch"
    })
    void authorizationIsAKeyAndASignature(String header, String outcome) {
        assertThat(outcome(get("/b/k", "").with("Authorization", header))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWSAccessKeyId=AK&Signature=x",
                "AWSAccessKeyId=AK&Signature=x&Expires=",
                "AWSAccessKeyId=AK&Signature=x&Expires=-1",
                "AWSAccessKeyId=AK&Signature=x&Expires=1e9",
                "AWSAccessKeyId=AK&Signature=x&Expires=Tue,+27+Mar+2007+21:00:00+GMT",
                "AWSAccessKeyId=AK&Signature=x&Expires=999999999999999999999",
                "AWSAccessKeyId=AK&Signature=x&Expires=1175139620&Expires=9",
                "AWSAccessKeyId=AK&AWSAccessKeyId=AL&Signature=x&Expires=1175139620",
                "AWSAccessKeyId=A/K&Signature=x&Expires=1175139620",
                "AWSAccessKeyId=AK&Signature=&Expires=1175139620"
            })
    void linkNeedsKeySignatureAndEnd(String query) {
        assertThat(outcome(get("/b/k", query))).isEqualTo("AccessDenied");
    }

    @ParameterizedTest
    @CsvSource({
        "UNSIGNED-PAYLOAD, OK",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER, InvalidRequest",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, InvalidRequest",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER, InvalidRequest",
        "nonsense, InvalidArgument"
    })
    void bodyIsNotInChunks(String stated, String outcome) {
        WireRequest request = get("/b/k", "").with("x-amz-content-sha256", stated);
        String text = "GET\n\n\n" + DATE + "\nx-amz-content-sha256:" + stated + "\n/b/k";

        assertThat(outcome(signedOver(request, text))).isEqualTo(outcome);
    }

    /** It is signed like every x-amz header, so the platform may verify the body with it. */
    @Test
    void digestOfTheBodyIsKept() {
        WireRequest request = get("/b/k", "").with("x-amz-content-sha256", Examples.EMPTY_SHA256);
        String text = "GET\n\n\n" + DATE + "\nx-amz-content-sha256:" + Examples.EMPTY_SHA256 + "\n/b/k";

        assertThat(read(signedOver(request, text), null, NOW))
                .isInstanceOfSatisfying(Version2Claim.Signed.class, claim -> assertThat(claim.payloadHash())
                        .isEqualTo(new PayloadHash.Digest(Examples.EMPTY_SHA256)));
    }
}
