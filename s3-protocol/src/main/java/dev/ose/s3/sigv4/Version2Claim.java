package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.Version2;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signature Version 2, for services with old clients: HMAC-SHA1 with the secret itself as the key. It covers neither
 * body nor host, and only selecting parameters of the query. A request with meaningful parts that are not covered is
 * refused.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html">Signing and
 *     authenticating REST requests</a>
 */
public sealed interface Version2Claim {

    /** The request's authentication data is malformed or not valid at this time. */
    record Refused(SigV4Failure failure) implements Version2Claim {}

    /**
     * A signature over a text. The signature is Base64 as sent; each character of the text stands for one byte.
     *
     * @param payloadHash how the body is covered: by its digest if a signed header states it, else not at all
     */
    record Signed(
            AccessKeyId accessKey,
            String stringToSign,
            String signature,
            PayloadHash payloadHash,
            @Nullable SessionToken session)
            implements Version2Claim {

        private static final String ALGORITHM = "HmacSHA1";
        private static final byte[] DUMMY = new byte[40];

        /** Whether the text was signed with this secret, which stays the caller's. */
        public Optional<SigV4Failure> verify(byte[] secretBytes) {
            return isSignedWith(secretBytes)
                    ? Optional.empty()
                    : Optional.of(SigV4Failure.mismatch(accessKey, stringToSign, signature, ""));
        }

        /** The failure for an unknown access key, after the same work as for a known one. */
        public SigV4Failure refuseUnknownKey() {
            isSignedWith(DUMMY);
            return SigV4Failure.unknownKey(accessKey);
        }

        private boolean isSignedWith(byte[] secretBytes) {
            try {
                Mac mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(secretBytes, ALGORITHM));
                byte[] code = mac.doFinal(stringToSign.getBytes(StandardCharsets.ISO_8859_1));
                return MessageDigest.isEqual(
                        Base64.getEncoder().encode(code), signature.getBytes(StandardCharsets.UTF_8));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("the Java runtime lacks " + ALGORITHM, e);
            }
        }

        @Override
        public String toString() {
            return "Signed[accessKey=" + accessKey + ']';
        }
    }

    /**
     * Reads the claim of a request. The clocks may differ by what AWS allows; a link is good until the moment that it
     * names, however far that is.
     *
     * @param place where {@link SigV4Parser} found it
     * @param bucketInHost the bucket that the Host header names; null if the path does
     */
    static Version2Claim read(Version2 place, SignableRequest request, @Nullable String bucketInHost, Instant now) {
        try {
            Version2Text text = new Version2Text(request, bucketInHost);
            return switch (place) {
                case IN_HEADER -> inHeader(request, text, now);
                case IN_QUERY -> inQuery(request, text, now);
            };
        } catch (SignatureRefusal refusal) {
            return new Refused(refusal.failure());
        }
    }

    private static Signed inHeader(SignableRequest request, Version2Text text, Instant now) {
        String credential = request.headerValues("authorization").getFirst().substring("AWS ".length());
        int colon = credential.lastIndexOf(':');
        if (colon < 0 || !AccessKeyId.isValid(credential.substring(0, colon))) {
            throw new SignatureRefusal(SigV4Failure.argument(Kind.AUTHORIZATION_HEADER_INVALID, "Authorization", ""));
        }
        Duration maxSkew = VerificationPolicy.AWS_MAX_SKEW;
        Instant time = requestTime(request);
        if (Duration.between(time, now).abs().compareTo(maxSkew) > 0) {
            throw new SignatureRefusal(SigV4Failure.tooSkewed(time, now, maxSkew));
        }
        // With this header the signature covers the date by name, and its own place is empty.
        String date = request.headerValues("x-amz-date").isEmpty() ? text.only("date") : "";
        return new Signed(
                new AccessKeyId(credential.substring(0, colon)),
                text.toSign(date, Version2Text.LISTING_PARAMETERS),
                credential.substring(colon + 1),
                payloadHash(request),
                SigV4Parser.sessionHeader(request));
    }

    private static Signed inQuery(SignableRequest request, Version2Text text, Instant now) {
        String accessKey = text.required("AWSAccessKeyId");
        String expires = text.required("Expires");
        String signature = text.required("Signature");
        if (!AccessKeyId.isValid(accessKey)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_QUERY_CREDENTIAL));
        }
        Instant expiresAt = moment(expires);
        if (now.isAfter(expiresAt)) {
            throw new SignatureRefusal(SigV4Failure.expired(null, expiresAt, now));
        }
        // The holder of a link may not choose what it lists.
        return new Signed(
                new AccessKeyId(accessKey),
                text.toSign(expires, Version2Text.CREDENTIAL_PARAMETERS),
                signature,
                payloadHash(request),
                SigV4Parser.sessionHeader(request));
    }

    private static Instant requestTime(SignableRequest request) {
        List<String> amzDates = request.headerValues("x-amz-date");
        List<String> dates = amzDates.isEmpty() ? request.headerValues("date") : amzDates;
        Instant time = dates.size() == 1 ? AmzTime.parseOldDate(dates.getFirst()) : null;
        if (time == null || time.isBefore(Instant.EPOCH)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_DATE));
        }
        return time;
    }

    /** Seconds since 1970, at most eleven digits. */
    private static Instant moment(String seconds) {
        boolean isNumber = seconds.length() <= 11 && seconds.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.INVALID_EXPIRY, seconds));
        }
        return Instant.ofEpochSecond(Long.parseLong(seconds));
    }

    /** Version 2 has no signed chunks, so they are refused. */
    private static PayloadHash payloadHash(SignableRequest request) {
        String stated = SigV4Parser.contentSha256(request);
        PayloadHash hash = stated == null ? PayloadHash.Mode.UNSIGNED : SigV4Parser.payloadHash(stated);
        if (hash instanceof PayloadHash.Mode mode && mode.isStreaming()) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.UNSUPPORTED_MECHANISM));
        }
        return hash;
    }
}
