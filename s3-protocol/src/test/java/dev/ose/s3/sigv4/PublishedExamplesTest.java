package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.sigv4.Verification.PathForm;
import dev.ose.s3.sigv4.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The signatures that AWS prints in its documentation. */
class PublishedExamplesTest {

    private static final String CREDENTIAL = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
    private static final SigV4Signer SIGNER = new SigV4Signer();

    private static void verifies(WireRequest request, String signedHeaders, String signature) {
        WireRequest signed =
                request.with("Authorization", Examples.authorization(CREDENTIAL, signedHeaders, signature));

        Verification verification = Examples.verify(signed);

        assertThat(verification).isEqualTo(new Verified(Examples.claimOf(signed), PathForm.CANONICAL));
    }

    private static WireRequest request(String method, String path, String query) {
        return WireRequest.of(method, path, query, "Host", Examples.HOST, "x-amz-date", "20130524T000000Z");
    }

    @Test
    void getObjectWithRange() {
        verifies(
                request("GET", "/test.txt", "")
                        .with("Range", "bytes=0-9")
                        .with("x-amz-content-sha256", Examples.EMPTY_SHA256),
                "host;range;x-amz-content-sha256;x-amz-date",
                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void putObjectWithDollarInKey() {
        verifies(
                request("PUT", "/test%24file.text", "")
                        .with("Date", "Fri, 24 May 2013 00:00:00 GMT")
                        .with("x-amz-storage-class", "REDUCED_REDUNDANCY")
                        .with(
                                "x-amz-content-sha256",
                                "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
                "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void putObjectWithUnencodedDollarInKey() {
        verifies(
                request("PUT", "/test$file.text", "")
                        .with("Date", "Fri, 24 May 2013 00:00:00 GMT")
                        .with("x-amz-storage-class", "REDUCED_REDUNDANCY")
                        .with(
                                "x-amz-content-sha256",
                                "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
                "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void getBucketLifecycle() {
        verifies(
                request("GET", "/", "lifecycle").with("x-amz-content-sha256", Examples.EMPTY_SHA256),
                "host;x-amz-content-sha256;x-amz-date",
                "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }

    @Test
    void listObjects() {
        verifies(
                request("GET", "/", "prefix=J&max-keys=2").with("x-amz-content-sha256", Examples.EMPTY_SHA256),
                "host;x-amz-content-sha256;x-amz-date",
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void seedOfSignedChunks() {
        WireRequest request = WireRequest.of("PUT", "/examplebucket/chunkObject.txt", "", "Host", "s3.amazonaws.com")
                .with("x-amz-date", "20130524T000000Z")
                .with("x-amz-storage-class", "REDUCED_REDUNDANCY")
                .with("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")
                .with("Content-Encoding", "aws-chunked")
                .with("x-amz-decoded-content-length", "66560")
                .with("Content-Length", "66824");

        verifies(
                request,
                "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                        + "x-amz-storage-class",
                "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
    }

    @Test
    void presignedGetObject() {
        WireRequest request = WireRequest.of(
                "GET",
                "/test.txt",
                "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3"
                        + "%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                        + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
                "Host",
                Examples.HOST);

        Verification verification = Examples.verify(request);

        assertThat(verification).isInstanceOf(Verified.class);
        assertThat(((Verified) verification).payloadHash()).isEqualTo(PayloadHash.Mode.UNSIGNED);
    }

    @Test
    void signerPresignsTheSame() {
        OutgoingRequest request =
                Examples.outgoing(WireRequest.of("GET", "/test.txt", "", "Host", Examples.HOST), "UNSIGNED-PAYLOAD");

        String query =
                SIGNER.presign(request, Examples.ACCESS_KEY, Examples.KEY, Examples.TIME, Duration.ofDays(1), null);

        assertThat(query).endsWith("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
    }

    @Test
    void signerSignsTheSame() {
        OutgoingRequest request = Examples.outgoing(
                WireRequest.of("GET", "/", "lifecycle", "Host", Examples.HOST), Examples.EMPTY_SHA256);

        SigV4Signer.Signature signature = SIGNER.sign(request, Examples.ACCESS_KEY, Examples.KEY, Examples.TIME);

        assertThat(signature)
                .isEqualTo(new SigV4Signer.Signature(
                        "AWS4-HMAC-SHA256 Credential=" + CREDENTIAL
                                + ", SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature="
                                + "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
                        "20130524T000000Z",
                        Examples.EMPTY_SHA256));
    }

    @Test
    void signingKeyIsDerivedAsPublished() throws Exception {
        byte[] published = HexFormat.of().parseHex("f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
        Mac expected = Mac.getInstance("HmacSHA256");
        expected.init(new SecretKeySpec(published, "HmacSHA256"));
        SigningKey key = SigningKey.derive(
                "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".getBytes(StandardCharsets.ISO_8859_1),
                new CredentialScope("20120215", "us-east-1", "iam"));

        Mac actual = Mac.getInstance("HmacSHA256");
        key.initialize(actual);

        assertThat(actual.doFinal(new byte[] {1})).isEqualTo(expected.doFinal(new byte[] {1}));
        assertThat(key).hasToString("***");
    }
}
