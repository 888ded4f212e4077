package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.PresignedClaim;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a presigned request.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html">Using query
 *     parameters</a>
 */
final class PresignedQuery {

    private static final long MAX_LIFETIME_SECONDS = 604_800;
    private static final String CONTENT_SHA256 = "X-Amz-Content-Sha256";
    private static final String DATE = "x-amz-date";
    private static final String SECURITY_TOKEN = "X-Amz-Security-Token";

    private PresignedQuery() {}

    static PresignedClaim parse(CanonicalQuery query, SignableRequest request) {
        SigV4Parser.requireOurAlgorithm(required(query, "X-Amz-Algorithm"));
        CredentialText credential = CredentialText.parse(
                required(query, "X-Amz-Credential"), defect -> SigV4Failure.malformedCredential(defect, null));
        Instant requestTime = requestTime(query);
        SignedHeaders signedHeaders = SignedHeaders.parse(required(query, "X-Amz-SignedHeaders"));
        if (signedHeaders == null) {
            throw refusal("X-Amz-SignedHeaders must be lower-case names separated by semicolons, each once");
        }
        requireSameTime(requestTime, request, signedHeaders);
        return new PresignedClaim(
                credential.accessKey(),
                credential.scope(),
                requestTime,
                signedHeaders,
                required(query, CanonicalQuery.SIGNATURE),
                payloadHash(query, request, signedHeaders),
                session(query, request),
                lifetime(required(query, "X-Amz-Expires")));
    }

    private static String required(CanonicalQuery query, String name) {
        String value = query.first(name);
        if (value == null || value.isEmpty() || query.count(name) > 1) {
            throw refusal("Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, "
                    + "X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.");
        }
        return value;
    }

    private static Duration lifetime(String value) {
        boolean isNegative = value.startsWith("-");
        long seconds = 0;
        for (int i = isNegative ? 1 : 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < '0' || c > '9') {
                throw refusal("X-Amz-Expires should be a number");
            }
            seconds = Math.min(seconds * 10 + c - '0', MAX_LIFETIME_SECONDS + 1);
        }
        if (isNegative) {
            throw refusal("X-Amz-Expires must be non-negative");
        }
        if (seconds > MAX_LIFETIME_SECONDS) {
            throw refusal("X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must "
                    + "be less than 604800 seconds");
        }
        return Duration.ofSeconds(seconds);
    }

    /**
     * The signed digest, in the query or in a signed header, else none. An unsigned header is ignored; but one that
     * announces chunk framing is refused, because the framing would be stored.
     */
    private static PayloadHash payloadHash(CanonicalQuery query, SignableRequest request, SignedHeaders signed) {
        String inQuery = query.first(CONTENT_SHA256);
        String inHeader = SigV4Parser.contentSha256(request);
        PayloadHash fromHeader = inHeader == null ? null : SigV4Parser.payloadHash(inHeader);
        PayloadHash pinned = inQuery != null
                ? SigV4Parser.payloadHash(inQuery)
                : fromHeader != null && signed.contains("x-amz-content-sha256")
                        ? fromHeader
                        : PayloadHash.Mode.UNSIGNED;
        if (isStreaming(pinned) || isStreaming(fromHeader)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.STREAMING_PRESIGNED));
        }
        boolean isContradicted = inQuery != null && inHeader != null && !inQuery.equals(inHeader);
        if (query.count(CONTENT_SHA256) > 1 || isContradicted) {
            throw new SignatureRefusal(SigV4Failure.argument(
                    Kind.INVALID_CONTENT_SHA256, "x-amz-content-sha256", inQuery + "," + inHeader));
        }
        return pinned;
    }

    private static boolean isStreaming(@Nullable PayloadHash hash) {
        return hash instanceof PayloadHash.Mode mode && mode.isStreaming();
    }

    /** The session token in the query or the headers; two different ones are refused. */
    private static @Nullable SessionToken session(CanonicalQuery query, SignableRequest request) {
        String inQuery = query.first(SECURITY_TOKEN);
        SessionToken inHeader = SigV4Parser.sessionHeader(request);
        if (inQuery == null) {
            return inHeader;
        }
        SessionToken token = new SessionToken(inQuery);
        if (query.count(SECURITY_TOKEN) > 1 || (inHeader != null && !inHeader.equals(token))) {
            throw refusal("X-Amz-Security-Token must be stated once");
        }
        return token;
    }

    private static Instant requestTime(CanonicalQuery query) {
        Instant time = AmzTime.parse(required(query, "X-Amz-Date"));
        if (time == null) {
            throw refusal("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
        return time;
    }

    /** A header may repeat the time of signing, but only if it is signed. */
    private static void requireSameTime(Instant time, SignableRequest request, SignedHeaders signed) {
        if (signed.contains(DATE)) {
            for (String inHeader : request.headerValues(DATE)) {
                if (!time.equals(AmzTime.parse(inHeader))) {
                    throw refusal("X-Amz-Date and the header x-amz-date must be the same");
                }
            }
        }
    }

    private static SignatureRefusal refusal(String message) {
        return new SignatureRefusal(SigV4Failure.of(Kind.AUTHORIZATION_QUERY_PARAMETERS_ERROR, message));
    }
}
