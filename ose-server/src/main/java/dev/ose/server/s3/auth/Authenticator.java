package dev.ose.server.s3.auth;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.form.PostForm;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.AuthenticationClaim;
import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.FormClaim;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SessionToken;
import dev.ose.s3.sigv4.SigV4Failure;
import dev.ose.s3.sigv4.SigV4Parser;
import dev.ose.s3.sigv4.SigV4Verifier;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.s3.sigv4.SigningKeyCache;
import dev.ose.s3.sigv4.Verification;
import dev.ose.s3.sigv4.VerificationPolicy;
import dev.ose.s3.sigv4.Version2Claim;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.credential.LastUse;
import dev.ose.server.tenant.credential.LastUses;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests. A disabled caller is authenticated, too: refusing it is up to authorisation. Thread-safe;
 * never blocks.
 */
public final class Authenticator {

    private static final int CACHED_KEYS = 100_000;

    private final IdentityDirectory identities;
    private final VerificationPolicy policy;
    private final SigV4Verifier verifier;
    private final SigV4Verifier iamVerifier;
    private final SigV4Verifier stsVerifier;
    private final SigningKeyCache keys = new SigningKeyCache(CACHED_KEYS);
    private final LastUses uses;
    private final Clock clock;
    private final @Nullable S3Addressing version2;

    /**
     * Accepts signatures for {@code regions}; errors for other regions name the first one.
     *
     * @param uses receives each credential that is used, and its user
     * @param version2 null unless Signature Version 2 is accepted; then the addressing that determines a bucket from
     *     Host, without a path prefix
     */
    public Authenticator(
            IdentityDirectory identities,
            List<String> regions,
            LastUses uses,
            Clock clock,
            @Nullable S3Addressing version2) {
        this.identities = identities;
        this.policy = VerificationPolicy.s3(regions);
        this.verifier = new SigV4Verifier(policy);
        this.iamVerifier = verifier("iam", regions);
        this.stsVerifier = verifier("sts", regions);
        this.uses = uses;
        this.clock = clock;
        this.version2 = version2;
        if (version2 != null && !version2.pathPrefix().isEmpty()) {
            throw new IllegalArgumentException("Version 2 below a path prefix");
        }
    }

    /** Clients sign for us-east-1 if a service, such as IAM, has one global endpoint. */
    private static SigV4Verifier verifier(String service, List<String> regions) {
        List<String> all =
                Stream.concat(regions.stream(), Stream.of("us-east-1")).toList();
        return new SigV4Verifier(new VerificationPolicy(all, service, VerificationPolicy.AWS_MAX_SKEW));
    }

    public CompletableFuture<Authentication> authenticate(S3Request request) {
        return switch (SigV4Parser.parse(request)) {
            case AuthenticationClaim.Anonymous _ -> CompletableFuture.completedFuture(unsigned(request));
            case AuthenticationClaim.Refused(SigV4Failure why)
            when why.kind() == SigV4Failure.Kind.UNSUPPORTED_AUTHORIZATION_TYPE ->
                CompletableFuture.completedFuture(otherScheme(request, failure(why)));
            case AuthenticationClaim.Refused(SigV4Failure why) -> refuse(failure(why));
            case AuthenticationClaim.Version2 place -> authenticate(place, request);
            case AuthenticationClaim.Signed claim -> authenticate(claim, request, verifier);
        };
    }

    private CompletableFuture<Authentication> authenticate(AuthenticationClaim.Version2 place, S3Request request) {
        if (version2 == null) {
            return refuseVersion2();
        }
        String bucketInHost = version2.bucketInHost(request.get("host"));
        return switch (Version2Claim.read(place, request, bucketInHost, clock.instant())) {
            case Version2Claim.Refused(SigV4Failure why) -> refuse(failure(why));
            case Version2Claim.Signed claim -> authenticate(claim, request.client());
        };
    }

    private CompletableFuture<Authentication> authenticate(Version2Claim.Signed claim, InetAddress client) {
        return identities.find(claim.accessKey(), client).thenApply(identity -> verify(claim, client, identity));
    }

    private static CompletableFuture<Authentication> refuseVersion2() {
        return refuse(failure(SigV4Failure.of(SigV4Failure.Kind.VERSION_2_NOT_ACCEPTED)));
    }

    /** Authenticates a request to IAM or STS, which state no digest of the body in a header. */
    public CompletableFuture<Authentication> authenticate(S3Request request, byte[] body) {
        return switch (SigV4Parser.parse(request)) {
            case AuthenticationClaim.Anonymous _, AuthenticationClaim.PresignedClaim _ ->
                refuse(new Failure.NotAllowed("anonymous access"));
            case AuthenticationClaim.Refused(SigV4Failure why) -> refuse(failure(why));
            case AuthenticationClaim.Version2 _ -> refuseVersion2();
            case AuthenticationClaim.HeaderClaim claim -> {
                SigV4Verifier service = claim.scope().service().equals("sts") ? stsVerifier : iamVerifier;
                yield authenticate(claim.withPayloadHash(PayloadHash.Digest.of(body)), request, service);
            }
        };
    }

    private CompletableFuture<Authentication> authenticate(
            AuthenticationClaim.Signed claim, S3Request request, SigV4Verifier service) {
        // Scope, time and coverage first: a request for another region must not cause a look-up.
        Optional<SigV4Failure> wrong = service.check(claim, request, clock.instant());
        return wrong.isPresent()
                ? refuse(failure(wrong.get()))
                : identities
                        .find(claim.accessKey(), request.client())
                        .thenApply(identity -> verify(claim, request, identity, service));
    }

    /** Authenticates the signature of a form's policy. */
    public CompletableFuture<Authentication> authenticate(PostForm form, InetAddress client) {
        return switch (FormClaim.parse(form::field)) {
            case FormClaim.Refused(SigV4Failure why) -> refuse(failure(why));
            case FormClaim.Version2(var claim) -> version2 == null ? refuseVersion2() : authenticate(claim, client);
            case FormClaim.Signed claim -> {
                Optional<SigV4Failure> wrong = claim.check(policy, clock.instant());
                yield wrong.isPresent()
                        ? refuse(failure(wrong.get()))
                        : identities
                                .find(claim.accessKey(), client)
                                .thenApply(identity -> verify(claim, client, identity));
            }
        };
    }

    private Authentication verify(FormClaim.Signed claim, InetAddress client, Optional<Identity> identity) {
        Optional<SigV4Failure> wrong = identity.isEmpty()
                ? Optional.of(claim.refuseUnknownKey())
                : claim.verify(signingKey(identity.get(), claim.accessKey(), claim.scope()));
        return wrong.isPresent()
                ? new Authentication.Refused(failure(wrong.get()))
                : proven(
                        identity.orElseThrow(),
                        claim.session(),
                        new PayloadAuthentication(PayloadHash.Mode.UNSIGNED),
                        client,
                        LastUse.Service.S3);
    }

    private Authentication verify(Version2Claim.Signed claim, InetAddress client, Optional<Identity> identity) {
        Optional<SigV4Failure> wrong = identity.isEmpty()
                ? Optional.of(claim.refuseUnknownKey())
                : identity.get().key().secret().use(claim::verify);
        return wrong.isPresent()
                ? new Authentication.Refused(failure(wrong.get()))
                : proven(
                        identity.orElseThrow(),
                        claim.session(),
                        new PayloadAuthentication(claim.payloadHash()),
                        client,
                        LastUse.Service.S3);
    }

    private static Authentication otherScheme(S3Request request, Failure why) {
        return unsigned(request) instanceof Authentication.Unsigned(PayloadAuthentication coverage)
                ? new Authentication.OtherScheme(why, coverage)
                : new Authentication.Refused(why);
    }

    private static Authentication unsigned(S3Request request) {
        String stated = request.get("x-amz-content-sha256");
        PayloadHash payload = stated == null ? PayloadHash.Mode.UNSIGNED : PayloadHash.parse(stated);
        boolean isSigned =
                payload == PayloadHash.Mode.STREAMING_SIGNED || payload == PayloadHash.Mode.STREAMING_SIGNED_TRAILER;
        // Signed chunks without a verifiable signature are refused.
        return payload == null || isSigned
                ? new Authentication.Refused(new Failure.NotAllowed("anonymous access"))
                : new Authentication.Unsigned(new PayloadAuthentication(payload));
    }

    private Authentication verify(
            AuthenticationClaim.Signed claim, S3Request request, Optional<Identity> identity, SigV4Verifier service) {
        if (identity.isEmpty()) {
            return new Authentication.Refused(failure(service.refuseUnknownKey(claim, request, clock.instant())));
        }
        Identity holder = identity.get();
        SigningKey key = signingKey(holder, claim.accessKey(), claim.scope());
        Verification verification = service.verify(claim, request, key, clock.instant());
        return switch (verification) {
            case Verification.Refused(SigV4Failure why) -> new Authentication.Refused(failure(why));
            case Verification.Verified verified ->
                proven(
                        holder,
                        claim.session(),
                        new PayloadAuthentication(
                                verified.payloadHash(),
                                ChunkSignatures.after(verified, key),
                                claim.scope().region()),
                        request.client(),
                        service(service));
        };
    }

    private LastUse.Service service(SigV4Verifier by) {
        if (by == verifier) {
            return LastUse.Service.S3;
        }
        return by == stsVerifier ? LastUse.Service.STS : LastUse.Service.IAM;
    }

    /** A session's request must also contain its token; other credentials must not. */
    private Authentication proven(
            Identity holder,
            @Nullable SessionToken session,
            PayloadAuthentication coverage,
            InetAddress client,
            LastUse.Service service) {
        if (!holder.acceptsToken(session == null ? null : session.value())) {
            return new Authentication.Refused(new Failure.Unauthenticated(S3Error.of(S3ErrorCode.INVALID_TOKEN)));
        }
        Instant now = clock.instant();
        uses.note(holder.key(), now, client, service);
        uses.noteUser(holder.tenant(), holder.user(), now);
        return new Authentication.Proven(holder, coverage);
    }

    private SigningKey signingKey(Identity holder, AccessKeyId accessKey, CredentialScope scope) {
        SigningKeyCache.Id id = new SigningKeyCache.Id(accessKey, holder.key().secretVersion(), scope);
        return keys.find(id).orElseGet(() -> {
            SigningKey derived = holder.key().secret().use(secret -> SigningKey.derive(secret, scope));
            keys.put(id, derived);
            return derived;
        });
    }

    private static CompletableFuture<Authentication> refuse(Failure failure) {
        return CompletableFuture.completedFuture(new Authentication.Refused(failure));
    }

    private static Failure failure(SigV4Failure why) {
        return new Failure.Unauthenticated(why.error());
    }
}
