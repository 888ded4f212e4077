package dev.ose.s3.chunked;

import dev.ose.s3.sigv4.AuthenticationClaim.Signed;
import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.s3.sigv4.SignableRequest;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.testkit.SignedChunks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Both sides of an upload with the key pair and the time of the examples that AWS publishes. */
final class PublishedUpload {

    private static final String PUBLISHED_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    private static final String TIME = "20130524T000000Z";
    private static final String SCOPE = "20130524/us-east-1/s3/aws4_request";

    private PublishedUpload() {}

    /** A client that has signed its request so. */
    static SignedChunks chunksAfter(String seed) {
        return new SignedChunks(bytes(PUBLISHED_KEY), TIME, SCOPE, seed);
    }

    /** The state of a server that has verified the request with this signature. */
    static ChunkSignatures signaturesAfter(String seed) {
        Map<String, String> headers = Map.of(
                "authorization",
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/" + SCOPE
                        + ",SignedHeaders=host;x-amz-date,Signature=" + seed,
                "x-amz-date",
                TIME,
                "x-amz-content-sha256",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
        Signed claim = (Signed) SigV4Parser.parse(new SignableRequest() {
            @Override
            public String method() {
                return "PUT";
            }

            @Override
            public String rawPath() {
                return "/";
            }

            @Override
            public String rawQuery() {
                return "";
            }

            @Override
            public List<String> headerValues(String name) {
                return headers.containsKey(name) ? List.of(headers.get(name)) : List.of();
            }

            @Override
            public Iterable<String> headerNames() {
                return headers.keySet();
            }
        });
        return new ChunkSignatures(claim, SigningKey.derive(bytes(PUBLISHED_KEY), claim.scope()));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
