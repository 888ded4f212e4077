package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.HeaderClaim;
import dev.ose.s3.sigv4.AuthenticationClaim.PresignedClaim;
import dev.ose.s3.sigv4.AuthenticationClaim.Signed;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import dev.ose.s3.sigv4.Verification.PathForm;
import dev.ose.s3.sigv4.Verification.Refused;
import dev.ose.s3.sigv4.Verification.Verified;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks claims. A claim holds if it was made for us and for now, if it covers every header through which a request can
 * be given another meaning, and if its signature is the one that the access key's secret makes.
 *
 * <p>Safe for any thread, never blocks; a small request takes a few microseconds. The order of use is: {@link #check},
 * find the key, {@link #verify} or, if there is none, {@link #refuseUnknownKey}.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Signature
 *     calculations</a>
 */
public final class SigV4Verifier {

    /**
     * Headers that clients are known to add after signing and that give no request another meaning. The first stands in
     * the canonical request anyway; a presigned request takes nothing from it.
     */
    static final Set<String> MAY_BE_UNSIGNED = Set.of(
            "x-amz-content-sha256",
            "x-amz-decoded-content-length",
            "x-amz-trailer",
            "x-amz-checksum-algorithm",
            "x-amz-sdk-checksum-algorithm",
            "x-amz-cf-id");

    private final VerificationPolicy policy;
    private final SignatureWork.PerThread works = new SignatureWork.PerThread();

    /** A verifier of signatures made for what the policy names. */
    public SigV4Verifier(VerificationPolicy policy) {
        this.policy = policy;
    }

    /**
     * Everything that can be known without the key: scope, time, and the headers that must be signed. Done first, it
     * keeps requests for other regions and other times from costing a look-up and a derived key. {@link #verify} does
     * it again.
     */
    public Optional<SigV4Failure> check(Signed claim, SignableRequest request, Instant now) {
        SigV4Failure failure = checkScope(claim);
        if (failure == null) {
            failure = checkTime(claim, now);
        }
        if (failure == null) {
            failure = checkHeaders(claim, request);
        }
        if (failure == null
                && claim.payloadHash() == PayloadHash.Mode.UNSTATED
                && policy.service().equals("s3")) {
            failure = SigV4Failure.of(Kind.MISSING_CONTENT_SHA256);
        }
        return Optional.ofNullable(failure);
    }

    /**
     * Whether the claim holds. The request must be the one that the claim was read from and the key one of the claim's
     * scope, derived from the current secret of the claim's access key.
     *
     * @throws IllegalArgumentException if the key is of another scope, or the claim lacks the digest of its body
     */
    public Verification verify(Signed claim, SignableRequest request, SigningKey key, Instant now) {
        Optional<SigV4Failure> failure = check(claim, request, now);
        if (failure.isPresent()) {
            return new Refused(failure.get());
        }
        if (!key.scope().equals(claim.scope())) {
            throw new IllegalArgumentException("a signing key of another scope");
        }
        if (claim.payloadHash() == PayloadHash.Mode.UNSTATED) {
            throw new IllegalArgumentException("the digest of the body is not known yet");
        }
        return compare(claim, request, key);
    }

    /** The failure for an unknown access key, after the same work as for a known one. */
    public SigV4Failure refuseUnknownKey(Signed claim, SignableRequest request, Instant now) {
        Optional<SigV4Failure> failure = check(claim, request, now);
        if (failure.isPresent()) {
            return failure.get();
        }
        Verification dummy = compare(claim, request, SigningKey.DUMMY);
        return switch (dummy) {
            case Verified _, Refused _ -> SigV4Failure.unknownKey(claim.accessKey());
        };
    }

    private Verification compare(Signed claim, SignableRequest request, SigningKey key) {
        String canonicalPath = CanonicalUri.canonicalPath(request.rawPath());
        SignatureWork work = works.take();
        if (matches(work, claim, request, canonicalPath, key)) {
            return new Verified(claim, PathForm.CANONICAL);
        }
        if (!request.rawPath().equals(canonicalPath)) {
            if (matches(work, claim, request, request.rawPath(), key)) {
                return new Verified(claim, PathForm.RAW);
            }
            // The client is shown the form that AWS would sign.
            matches(work, claim, request, canonicalPath, key);
        }
        return new Refused(SigV4Failure.mismatch(
                claim.accessKey(), work.stringToSign(), claim.signature(), work.canonicalRequest()));
    }

    private static boolean matches(
            SignatureWork work, Signed claim, SignableRequest request, String path, SigningKey key) {
        work.canonicalize(
                request, path, claim.signedHeaders(), claim.payloadHash().wireValue());
        byte[] expected = work.sign(key, claim.timestamp(), claim.scope());
        // A header that was signed and is not there would count as empty otherwise, or not at all.
        return MessageDigest.isEqual(expected, claim.signatureBytes()) && work.hasAllHeaders();
    }

    private @Nullable SigV4Failure checkScope(Signed claim) {
        VerificationPolicy.ScopeDefect defect = policy.defect(claim.scope(), claim.timestamp());
        if (defect == null) {
            return null;
        }
        return switch (claim) {
            case HeaderClaim _ ->
                SigV4Failure.malformed(Kind.AUTHORIZATION_HEADER_MALFORMED, defect.text(), defect.region());
            case PresignedClaim _ -> SigV4Failure.malformedCredential(defect.text(), defect.region());
        };
    }

    private @Nullable SigV4Failure checkTime(Signed claim, Instant now) {
        return switch (claim) {
            case HeaderClaim header -> {
                Duration skew = Duration.between(header.requestTime(), now).abs();
                yield skew.compareTo(policy.maxSkew()) > 0
                        ? SigV4Failure.tooSkewed(header.requestTime(), now, policy.maxSkew())
                        : null;
            }
            case PresignedClaim presigned -> checkLifetime(presigned, now);
        };
    }

    private @Nullable SigV4Failure checkLifetime(PresignedClaim claim, Instant now) {
        if (claim.requestTime().isAfter(now.plus(policy.maxSkew()))) {
            return SigV4Failure.notYetValid(claim.requestTime(), now);
        }
        // A link that lives for no time has ended even within the second in which it was made.
        if (claim.lifetime().isZero() || now.isAfter(claim.expiresAt())) {
            return SigV4Failure.expired(claim.lifetime(), claim.expiresAt(), now);
        }
        return null;
    }

    private static @Nullable SigV4Failure checkHeaders(Signed claim, SignableRequest request) {
        TreeSet<String> unsigned = null;
        if (!claim.signedHeaders().contains("host")) {
            unsigned = new TreeSet<>(List.of("host"));
        }
        for (String name : request.headerNames()) {
            if (name.startsWith("x-amz-")
                    && !MAY_BE_UNSIGNED.contains(name)
                    && !claim.signedHeaders().contains(name)) {
                unsigned = unsigned == null ? new TreeSet<>() : unsigned;
                unsigned.add(name);
            }
        }
        return unsigned == null ? null : SigV4Failure.headersNotSigned(unsigned);
    }
}
