package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.Verification.PathForm;
import dev.ose.s3.sigv4.Verification.Verified;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/** OSE verifies signatures of the AWS SDK and creates the same ones, also for unusual requests. */
class SdkAgreementTest {

    private static final SigV4Signer SIGNER = new SigV4Signer();

    /** A request as the user of an SDK thinks of it. */
    record Call(String method, String key, List<Map.Entry<String, String>> query, List<HeaderField> headers) {

        SdkHttpRequest toSdk() {
            SdkHttpRequest.Builder request =
                    SdkSigner.request(method, "/bucket/" + SdkHttpUtils.urlEncodeIgnoreSlashes(key));
            query.forEach(parameter -> request.appendRawQueryParameter(
                    parameter.getKey(), parameter.getValue().equals("-") ? null : parameter.getValue()));
            headers.forEach(header -> request.appendHeader(header.name(), header.value()));
            return request.build();
        }
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.BOUNDED)
    void headerSignatureOfSdkVerifies(@ForAll("calls") Call call) {
        WireRequest request = SdkSigner.sign(call.toSdk(), null);

        Verification verification = Examples.verify(request);

        assertThat(verification).isEqualTo(new Verified(Examples.claimOf(request), PathForm.CANONICAL));
    }

    @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void signedBodyOfSdkVerifies(@ForAll("calls") Call call, @ForAll byte[] body) throws Exception {
        WireRequest request = SdkSigner.sign(call.toSdk(), body);

        Verification verification = Examples.verify(request);

        assertThat(verification).isInstanceOf(Verified.class);
        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(body);
        assertThat(((PayloadHash.Digest) ((Verified) verification).payloadHash()).matches(sha256))
                .isTrue();
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.BOUNDED)
    void presignedRequestOfSdkVerifies(@ForAll("calls") Call call, @ForAll @IntRange(min = 1, max = 604_800) int life) {
        WireRequest request = SdkSigner.presign(call.toSdk(), Duration.ofSeconds(life));

        Verification verification = Examples.verify(request);

        assertThat(verification).isInstanceOf(Verified.class);
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.BOUNDED)
    void pathThatSdkSignsAsItIsVerifies(@ForAll("rawPaths") String path) {
        WireRequest request = SdkSigner.sign(SdkSigner.request("GET", path).build(), null);

        Verification verification = Examples.verify(request);

        boolean isCanonical = path.equals(CanonicalUri.canonicalPath(path));
        assertThat(verification)
                .isEqualTo(new Verified(Examples.claimOf(request), isCanonical ? PathForm.CANONICAL : PathForm.RAW));
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.BOUNDED)
    void ourHeaderSignatureIsThatOfSdk(@ForAll("callsToPlatforms") Call call) {
        WireRequest bySdk = SdkSigner.sign(call.toSdk(), null);
        WireRequest unsigned =
                bySdk.without("authorization").without("x-amz-date").without("x-amz-content-sha256");

        SigV4Signer.Signature signature = SIGNER.sign(
                Examples.outgoing(unsigned, "UNSIGNED-PAYLOAD"), Examples.ACCESS_KEY, Examples.KEY, Examples.TIME);

        assertThat(signature.authorization()).isEqualTo(bySdk.header("authorization"));
        assertThat(signature.amzDate()).isEqualTo(bySdk.header("x-amz-date"));
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.BOUNDED)
    void ourPresignedRequestIsThatOfSdk(@ForAll("callsToPlatforms") Call call) {
        WireRequest bySdk = SdkSigner.presign(call.toSdk(), Duration.ofHours(1));
        SdkHttpRequest plain = call.toSdk();
        WireRequest unsigned = bySdk.withQuery(plain.encodedQueryParameters().orElse(""));

        WireRequest byUs = Examples.presigned(unsigned, Duration.ofHours(1));

        assertThat(Examples.claimOf(byUs)).isEqualTo(Examples.claimOf(bySdk));
        assertThat(Examples.isAccepted(byUs)).isTrue();
    }

    @Provide
    Arbitrary<Call> calls() {
        Arbitrary<HeaderField> headers = Combinators.combine(
                        Arbitraries.of(
                                "Content-Type", "x-amz-meta-a", "X-Amz-Meta-B", "Range", "x-amz-acl", "Cache-Control"),
                        headerValues())
                .as(HeaderField::new);
        return calls(headers);
    }

    @Provide
    Arbitrary<Call> callsToPlatforms() {
        Arbitrary<HeaderField> headers = Combinators.combine(
                        Arbitraries.of(
                                "Content-Type", "Content-MD5", "x-amz-meta-a", "X-Amz-Meta-B", "x-amz-copy-source"),
                        headerValues())
                .as(HeaderField::new);
        return calls(headers);
    }

    @Provide
    Arbitrary<String> rawPaths() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "/",
                "//",
                "..",
                ".",
                "+",
                "%20",
                "%2F",
                "%2f",
                "%",
                "%zz",
                ";v=1",
                "=",
                "@",
                ":",
                "*",
                "(",
                "!",
                "'",
                "&",
                "$",
                ",",
                "~",
                "%7E",
                "%e2%82%ac",
                "|",
                "^");
        return pieces.list().ofMinSize(1).ofMaxSize(12).map(list -> "/b/" + String.join("", list));
    }

    private static Arbitrary<Call> calls(Arbitrary<HeaderField> headers) {
        Arbitrary<Map.Entry<String, String>> parameters = Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.of(
                                        "prefix", "acl", "versionId", "a", "a-b", "response-content-disposition"),
                                texts().filter(name -> !name.isEmpty())),
                        Arbitraries.oneOf(Arbitraries.just("-"), texts()))
                .as(Map::entry);
        return Combinators.combine(
                        Arbitraries.of("GET", "PUT", "DELETE", "HEAD", "POST"),
                        texts(),
                        parameters.list().ofMaxSize(5),
                        headers.list().ofMaxSize(4))
                .as(Call::new);
    }

    private static Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.oneOf(
                Arbitraries.of(
                        "/", "//", "..", "/../", "+", " ", "%", "%2F", "%41", ";", "=", "&", "?", "#", "~", "*", "!",
                        "'", "(", ")", "@", ":", "$", ",", "\\", "\"", "<", "|", "\u0001", "é", "€", "漢", "😀",
                        "e\u0301"),
                Arbitraries.strings().alpha().numeric().ofMaxLength(4));
        return pieces.list().ofMaxSize(8).map(list -> String.join("", list));
    }

    private static Arbitrary<String> headerValues() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "B",
                "  ",
                " ",
                "\t",
                "text/plain;Charset=UTF-8",
                "\"",
                ",",
                ";",
                "é",
                "€",
                "=",
                "bytes=0-9",
                "%20");
        return pieces.list().ofMaxSize(6).map(list -> String.join("", list));
    }
}
