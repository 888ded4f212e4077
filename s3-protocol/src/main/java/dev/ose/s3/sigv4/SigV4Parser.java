package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.Anonymous;
import dev.ose.s3.sigv4.AuthenticationClaim.Refused;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides, once for each request, how it authenticates. The answer comes from one place of the request: the
 * {@code Authorization} header or the query, never both. A header of any scheme beside a signed query is refused, as
 * AWS refuses it: a proxy that adds one would otherwise look as if it had been checked. Stateless, safe for any thread.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html">Authenticating
 *     requests</a>
 */
public final class SigV4Parser {

    private static final String ECDSA_PREFIX = "AWS4-ECDSA-";
    private static final String VERSION_2 = "AWS";

    private SigV4Parser() {}

    /** The claim of the request. Never throws for anything that a client can send. */
    public static AuthenticationClaim parse(SignableRequest request) {
        try {
            return decide(request);
        } catch (SignatureRefusal refusal) {
            return new Refused(refusal.failure());
        }
    }

    private static AuthenticationClaim decide(SignableRequest request) {
        List<String> authorizations = request.headerValues("authorization");
        CanonicalQuery query = CanonicalQuery.parse(request.rawQuery());
        boolean isPresigned = query.contains("X-Amz-Algorithm")
                || query.contains("X-Amz-Credential")
                || query.contains(CanonicalQuery.SIGNATURE);
        boolean isPresignedV2 = query.contains("AWSAccessKeyId") && query.contains("Signature");
        int ways = authorizations.size() + (isPresigned ? 1 : 0) + (isPresignedV2 ? 1 : 0);
        if (ways > 1) {
            throw new SignatureRefusal(SigV4Failure.argument(
                    Kind.SEVERAL_CREDENTIALS,
                    "Authorization",
                    authorizations.isEmpty() ? "" : scheme(authorizations.getFirst())));
        }
        if (isPresigned) {
            return PresignedQuery.parse(query, request);
        }
        if (isPresignedV2) {
            return AuthenticationClaim.Version2.IN_QUERY;
        }
        return authorizations.isEmpty() ? new Anonymous() : inHeader(authorizations.getFirst(), request);
    }

    private static AuthenticationClaim inHeader(String authorization, SignableRequest request) {
        String scheme = scheme(authorization);
        if (!isAws(authorization)) {
            throw new SignatureRefusal(
                    SigV4Failure.argument(Kind.UNSUPPORTED_AUTHORIZATION_TYPE, "Authorization", scheme));
        }
        if (scheme.equals(VERSION_2)) {
            return AuthenticationClaim.Version2.IN_HEADER;
        }
        requireOurAlgorithm(scheme);
        return AuthorizationHeader.parse(authorization.substring(scheme.length()), request);
    }

    /** Refuses algorithms that exist but are not ours, and those that do not exist. */
    static void requireOurAlgorithm(String algorithm) {
        if (algorithm.startsWith(ECDSA_PREFIX)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.ASYMMETRIC_SIGNATURE, algorithm));
        }
        if (!algorithm.equals(SignatureWork.ALGORITHM)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.UNSUPPORTED_MECHANISM));
        }
    }

    /** Reads a way of covering the body; refuses what does not exist and what we do not offer. */
    static PayloadHash payloadHash(String value) {
        if (PayloadHash.isAsymmetric(value)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.ASYMMETRIC_SIGNATURE, value));
        }
        PayloadHash hash = PayloadHash.parse(value);
        if (hash == null) {
            throw new SignatureRefusal(
                    SigV4Failure.argument(Kind.INVALID_CONTENT_SHA256, "x-amz-content-sha256", value));
        }
        return hash;
    }

    /** The only value of {@code x-amz-content-sha256}, or null if there is none; refuses several. */
    static @Nullable String contentSha256(SignableRequest request) {
        List<String> values = request.headerValues("x-amz-content-sha256");
        if (values.size() > 1) {
            throw new SignatureRefusal(SigV4Failure.argument(
                    Kind.INVALID_CONTENT_SHA256, "x-amz-content-sha256", String.join(",", values)));
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    /** The session token in the headers, if it is there. */
    static @Nullable SessionToken sessionHeader(SignableRequest request) {
        List<String> values = request.headerValues("x-amz-security-token");
        return values.isEmpty() ? null : new SessionToken(String.join(",", values));
    }

    private static boolean isAws(String authorization) {
        return authorization.startsWith("AWS4-") || authorization.startsWith("AWS ");
    }

    private static String scheme(String authorization) {
        int space = authorization.indexOf(' ');
        return space < 0 ? "" : authorization.substring(0, space);
    }
}
