package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Signs requests with keys that are ours: to a platform, or as presigned URLs for others to use. It covers
 * {@code host}, every {@code x-amz-*}, {@code content-type} and {@code content-md5}.
 *
 * <p>Safe for any thread, never blocks, keeps nothing of a request. Sign at the moment of sending: the signature is
 * good for a quarter of an hour.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Signature
 *     calculations</a>
 */
public final class SigV4Signer {

    private static final Duration MAX_LIFETIME = Duration.ofDays(7);

    private final SignatureWork.PerThread works = new SignatureWork.PerThread();

    /** The headers to send along with a signed request: {@code Authorization} and the two that its signature names. */
    public record Signature(String authorization, String amzDate, String contentSha256) {}

    /**
     * Signs a request.
     *
     * @throws IllegalArgumentException if the request already has one of the headers of the result, or the key is of
     *     another day
     */
    public Signature sign(OutgoingRequest request, AccessKeyId accessKey, SigningKey key, Instant time) {
        String timestamp = requireDayOf(key, AmzTime.format(time));
        refuseHeader(request, "authorization");
        refuseHeader(request, "x-amz-date");
        refuseHeader(request, "x-amz-content-sha256");
        OutgoingRequest complete = request.withHeaders(
                new HeaderField("x-amz-content-sha256", request.payloadHash()),
                new HeaderField("x-amz-date", timestamp));
        SignedHeaders signedHeaders = headersToSign(complete);
        String signature = signature(complete, signedHeaders, key, timestamp);
        String authorization = SignatureWork.ALGORITHM + " Credential=" + accessKey.value() + '/' + key.scope()
                + ", SignedHeaders=" + signedHeaders.text() + ", Signature=" + signature;
        return new Signature(authorization, timestamp, request.payloadHash());
    }

    /**
     * The query with which a request is signed in advance, for 1 second to 7 days. It begins with the request's own
     * query. A payload hash other than {@code UNSIGNED-PAYLOAD} binds the body as well.
     *
     * @throws IllegalArgumentException if the lifetime is out of bounds, the request has a time or hash header of its
     *     own, or the key is of another day
     */
    public String presign(
            OutgoingRequest request,
            AccessKeyId accessKey,
            SigningKey key,
            Instant time,
            Duration lifetime,
            @Nullable SessionToken session) {
        if (lifetime.toSeconds() < 1 || lifetime.compareTo(MAX_LIFETIME) > 0) {
            throw new IllegalArgumentException("a presigned request lives for 1 second to 7 days");
        }
        String timestamp = requireDayOf(key, AmzTime.format(time));
        refuseHeader(request, "x-amz-date");
        refuseHeader(request, "x-amz-content-sha256");
        SignedHeaders signedHeaders = headersToSign(request);
        StringBuilder query = new StringBuilder(request.rawQuery());
        add(query, "X-Amz-Algorithm", SignatureWork.ALGORITHM);
        add(query, "X-Amz-Credential", accessKey.value() + '/' + key.scope());
        add(query, "X-Amz-Date", timestamp);
        add(query, "X-Amz-Expires", Long.toString(lifetime.toSeconds()));
        add(query, "X-Amz-SignedHeaders", signedHeaders.text());
        if (!request.payloadHash().equals(PayloadHash.Mode.UNSIGNED.wireValue())) {
            add(query, "X-Amz-Content-Sha256", request.payloadHash());
        }
        if (session != null) {
            add(query, "X-Amz-Security-Token", session.value());
        }
        String signature = signature(request.withQuery(query.toString()), signedHeaders, key, timestamp);
        add(query, CanonicalQuery.SIGNATURE, signature);
        return query.toString();
    }

    private String signature(OutgoingRequest request, SignedHeaders signedHeaders, SigningKey key, String timestamp) {
        SignatureWork work = works.take();
        String path = CanonicalUri.canonicalPath(request.rawPath());
        work.canonicalize(request, path, signedHeaders, request.payloadHash());
        byte[] signature = work.sign(key, timestamp, key.scope());
        return new String(signature, StandardCharsets.ISO_8859_1);
    }

    private static SignedHeaders headersToSign(OutgoingRequest request) {
        TreeSet<String> names = new TreeSet<>();
        for (String name : request.headerNames()) {
            if (name.startsWith("x-amz-")
                    || name.equals("host")
                    || name.equals("content-type")
                    || name.equals("content-md5")) {
                names.add(name);
            }
        }
        return SignedHeaders.of(names);
    }

    private static String requireDayOf(SigningKey key, String timestamp) {
        if (!timestamp.startsWith(key.scope().day())) {
            throw new IllegalArgumentException("a signing key of another day");
        }
        return timestamp;
    }

    private static void refuseHeader(OutgoingRequest request, String name) {
        if (!request.headerValues(name).isEmpty()) {
            throw new IllegalArgumentException("the signer itself sets " + name);
        }
    }

    private static void add(StringBuilder query, String name, String value) {
        if (!query.isEmpty()) {
            query.append('&');
        }
        query.append(name).append('=').append(CanonicalUri.encode(value));
    }
}
