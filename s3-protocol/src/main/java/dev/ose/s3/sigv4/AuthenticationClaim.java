package dev.ose.s3.sigv4;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The unverified identity of a request, from exactly one place of the request. Only {@link SigV4Verifier} establishes
 * that it is true.
 */
public sealed interface AuthenticationClaim {

    /** The request has no credential. A POST form has its credential in its body and is anonymous here. */
    record Anonymous() implements AuthenticationClaim {}

    /** The request's authentication data is malformed. */
    record Refused(SigV4Failure failure) implements AuthenticationClaim {}

    /** A signature of the older Version 2, of which only its place is known yet; {@link Version2Claim} reads it. */
    enum Version2 implements AuthenticationClaim {
        /** In the {@code Authorization} header. */
        IN_HEADER,
        /** In the query, good for a limited time. */
        IN_QUERY
    }

    /** A Signature Version 4, wherever it stood. It is also the seed of the signatures of chunks. */
    sealed interface Signed extends AuthenticationClaim {

        /** The access key id that the request names. */
        AccessKeyId accessKey();

        /** The scope of the key that signed. */
        CredentialScope scope();

        /** The moment of signing, in whole seconds. */
        Instant requestTime();

        /** The headers that the signature covers. */
        SignedHeaders signedHeaders();

        /** The signature as sent; once verified, 64 lower-case hexadecimal digits. */
        String signature();

        /** The coverage of the body. Take it from here and not from the header, which need not be signed. */
        PayloadHash payloadHash();

        /** The session token of a temporary credential, if the request sends one. */
        @Nullable
        SessionToken session();

        /** The signature as bytes. */
        default byte[] signatureBytes() {
            return signature().getBytes(StandardCharsets.ISO_8859_1);
        }

        /** The time stamp as it stands in the string to sign. */
        default String timestamp() {
            return AmzTime.format(requestTime());
        }
    }

    /** A signature in the {@code Authorization} header. */
    record HeaderClaim(
            AccessKeyId accessKey,
            CredentialScope scope,
            Instant requestTime,
            SignedHeaders signedHeaders,
            String signature,
            PayloadHash payloadHash,
            @Nullable SessionToken session)
            implements Signed {

        /** The same claim, completed with the digest of a body whose request did not state it. */
        public HeaderClaim withPayloadHash(PayloadHash.Digest digest) {
            return new HeaderClaim(accessKey, scope, requestTime, signedHeaders, signature, digest, session);
        }
    }

    /** A signature in the query, good for a limited time. */
    record PresignedClaim(
            AccessKeyId accessKey,
            CredentialScope scope,
            Instant requestTime,
            SignedHeaders signedHeaders,
            String signature,
            PayloadHash payloadHash,
            @Nullable SessionToken session,
            Duration lifetime)
            implements Signed {

        /** The last moment at which the request may arrive. */
        public Instant expiresAt() {
            return requestTime.plus(lifetime);
        }
    }
}
