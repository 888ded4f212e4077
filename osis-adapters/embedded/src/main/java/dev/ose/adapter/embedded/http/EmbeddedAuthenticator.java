package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.EmbeddedAccountStore;
import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.sigv4.AuthenticationClaim;
import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Failure;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.s3.sigv4.SigV4Verifier;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.s3.sigv4.Verification;
import dev.ose.s3.sigv4.VerificationPolicy;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Authenticates requests: the caller is a user of the platform, or anonymous. */
final class EmbeddedAuthenticator {

    private final EmbeddedAccountStore accounts;
    private final Clock clock;
    private final SigV4Verifier verifier;

    EmbeddedAuthenticator(EmbeddedAccountStore accounts, Clock clock, String region) {
        this.accounts = accounts;
        this.clock = clock;
        this.verifier = new SigV4Verifier(VerificationPolicy.s3(List.of(region)));
    }

    /**
     * A request with a valid signature, or an anonymous one.
     *
     * @param chunks verifies the signatures of its chunks; null if they are not signed
     */
    record Authenticated(
            StoreCaller caller,
            PayloadHash payloadHash,
            @Nullable ChunkSignatures chunks) {}

    /** Throws an {@link S3ErrorException} for a signature that is not a user's. */
    Authenticated authenticate(WireRequest request) {
        return switch (SigV4Parser.parse(request)) {
            case AuthenticationClaim.Anonymous _ -> new Authenticated(StoreCaller.ANONYMOUS, unsigned(request), null);
            case AuthenticationClaim.Refused(SigV4Failure failure) -> throw refused(failure);
            case AuthenticationClaim.Version2 _ ->
                throw refused(SigV4Failure.of(SigV4Failure.Kind.UNSUPPORTED_MECHANISM));
            case AuthenticationClaim.Signed signed -> verify(signed, request);
        };
    }

    /** The payload hash of an unsigned request. */
    private static PayloadHash unsigned(WireRequest request) {
        String stated = request.get("x-amz-content-sha256");
        PayloadHash hash = stated == null ? PayloadHash.Mode.UNSIGNED : PayloadHash.parse(stated);
        if (hash == null
                || hash == PayloadHash.Mode.STREAMING_SIGNED
                || hash == PayloadHash.Mode.STREAMING_SIGNED_TRAILER) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        return hash;
    }

    private Authenticated verify(AuthenticationClaim.Signed claim, WireRequest request) {
        Instant now = clock.instant();
        verifier.check(claim, request, now).ifPresent(failure -> {
            throw refused(failure);
        });
        if (claim.session() != null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_TOKEN));
        }
        Optional<EmbeddedAccountStore.Login> login =
                accounts.login(claim.accessKey().value());
        if (login.isEmpty()) {
            throw refused(verifier.refuseUnknownKey(claim, request, now));
        }
        SigningKey key = login.get().secret().use(bytes -> SigningKey.derive(bytes, claim.scope()));
        return switch (verifier.verify(claim, request, key, now)) {
            case Verification.Refused(SigV4Failure failure) -> throw refused(failure);
            case Verification.Verified verified ->
                new Authenticated(login.get().caller(), verified.payloadHash(), ChunkSignatures.after(verified, key));
        };
    }

    private static S3ErrorException refused(SigV4Failure failure) {
        return new S3ErrorException(failure.error());
    }
}
