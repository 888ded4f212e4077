package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.Refused;
import dev.ose.s3.sigv4.AuthenticationClaim.Signed;
import dev.ose.s3.sigv4.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The key pair, time and bucket of the examples that AWS publishes, and requests signed with them. */
final class Examples {

    static final AccessKeyId ACCESS_KEY = new AccessKeyId("AKIAIOSFODNN7EXAMPLE");
    static final String PUBLISHED_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    static final Instant TIME = Instant.parse("2013-05-24T00:00:00Z");
    static final CredentialScope SCOPE = new CredentialScope("20130524", "us-east-1", "s3");
    static final SigningKey KEY = keyOf(SCOPE);
    static final String HOST = "examplebucket.s3.amazonaws.com";
    static final String EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    static final SigV4Verifier VERIFIER = new SigV4Verifier(VerificationPolicy.s3(List.of("us-east-1", "eu-west-1")));

    private static final SigV4Signer SIGNER = new SigV4Signer();

    private Examples() {}

    static SigningKey keyOf(CredentialScope scope) {
        return SigningKey.derive(PUBLISHED_KEY.getBytes(StandardCharsets.ISO_8859_1), scope);
    }

    /** Signs in the header as a client does; all x-amz-*, host, content-type and content-md5 are covered. */
    static WireRequest signed(WireRequest request, String payloadHash) {
        SigV4Signer.Signature signature = SIGNER.sign(outgoing(request, payloadHash), ACCESS_KEY, KEY, TIME);
        return request.with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("Authorization", signature.authorization());
    }

    static WireRequest presigned(WireRequest request, Duration lifetime) {
        return request.withQuery(
                SIGNER.presign(outgoing(request, "UNSIGNED-PAYLOAD"), ACCESS_KEY, KEY, TIME, lifetime, null));
    }

    static OutgoingRequest outgoing(WireRequest request, String payloadHash) {
        return new OutgoingRequest(
                request.method(), request.rawPath(), request.rawQuery(), request.headers(), payloadHash);
    }

    /**
     * Signs with a canonical request that the test writes, as a client with habits of its own would. The names have to
     * be among the headers of the request or of the signature.
     */
    static WireRequest signedByHand(WireRequest request, String signedPath, String signedNames) {
        WireRequest complete = request.with("x-amz-date", AmzTime.format(TIME));
        SignedHeaders names = SignedHeaders.of(List.of(signedNames.split(";")));
        SignatureWork work = new SignatureWork();
        work.canonicalize(complete, signedPath, names, complete.header("x-amz-content-sha256"));
        String signature = new String(work.sign(KEY, AmzTime.format(TIME), SCOPE), StandardCharsets.ISO_8859_1);
        return complete.with("Authorization", authorization(ACCESS_KEY.value() + "/" + SCOPE, signedNames, signature));
    }

    static String authorization(String credential, String signedHeaders, String signature) {
        return "AWS4-HMAC-SHA256 Credential=" + credential + ",SignedHeaders=" + signedHeaders + ",Signature="
                + signature;
    }

    static Signed claimOf(SignableRequest request) {
        return (Signed) SigV4Parser.parse(request);
    }

    static SigV4Failure refusalOf(SignableRequest request) {
        return ((Refused) SigV4Parser.parse(request)).failure();
    }

    static Verification verify(SignableRequest request) {
        return verifyAt(request, TIME);
    }

    static Verification verifyAt(SignableRequest request, Instant now) {
        return VERIFIER.verify(claimOf(request), request, KEY, now);
    }

    static SigV4Failure failureOf(SignableRequest request) {
        return failureAt(request, TIME);
    }

    static SigV4Failure failureAt(SignableRequest request, Instant now) {
        return ((Verification.Refused) verifyAt(request, now)).failure();
    }

    /** Whether a server with only the example key pair accepts the request. */
    static boolean isAccepted(SignableRequest request) {
        return switch (SigV4Parser.parse(request)) {
            case AuthenticationClaim.Anonymous _, AuthenticationClaim.Version2 _, Refused _ -> false;
            case Signed claim -> claim.accessKey().equals(ACCESS_KEY) && isVerified(claim, request);
        };
    }

    private static boolean isVerified(Signed claim, SignableRequest request) {
        return VERIFIER.check(claim, request, TIME).isEmpty()
                && VERIFIER.verify(claim, request, keyOf(claim.scope()), TIME) instanceof Verified;
    }

    /** All requests that differ from this text in one character, changed to another visible one. */
    static List<String> mutationsOf(String text, int shift) {
        List<String> mutations = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char other = (char) (' ' + (text.charAt(i) - ' ' + shift) % 95);
            mutations.add(text.substring(0, i) + other + text.substring(i + 1));
        }
        return mutations;
    }
}
