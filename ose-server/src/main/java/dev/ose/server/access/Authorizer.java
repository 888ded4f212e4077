package dev.ose.server.access;

import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.PublicBucket;
import dev.ose.server.credential.Caller;
import dev.ose.server.credential.Identity;
import dev.ose.server.failure.Failure;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.tenancy.TenantId;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Decides from what OSE alone knows: whether caller, user and tenant are active, and whether the tenant owns the buckets
 * that the operation names. A bucket of another tenant is answered exactly like one that does not exist. Thread-safe.
 */
public final class Authorizer {

    private final BucketDirectory buckets;
    private final PlatformDirectory platforms;
    private final Clock clock;

    public Authorizer(BucketDirectory buckets, PlatformDirectory platforms, Clock clock) {
        this.buckets = buckets;
        this.platforms = platforms;
        this.clock = clock;
    }

    /** The decision; complete at once when all buckets concerned are known. */
    public CompletableFuture<Decision> decide(Caller caller, S3Operation operation) {
        return switch (caller) {
            case Identity identity -> decide(identity, operation);
            case Caller.Anonymous anonymous -> decide(anonymous, operation);
        };
    }

    /** A platform that evaluates what everybody may do decides; a missing bucket looks like one that is not public. */
    private CompletableFuture<Decision> decide(Caller.Anonymous anonymous, S3Operation operation) {
        Decision.Deny deny = new Decision.Deny(new Failure.NotAllowed("anonymous access"));
        Optional<BucketName> named = AnonymousRules.bucket(operation);
        if (named.isEmpty()) {
            return CompletableFuture.completedFuture(deny);
        }
        return buckets.findPublicly(named.get()).thenApply(found -> found.filter(this::isEvaluated)
                .<Decision>map(it -> new Decision.Allow(anonymous, operation, it.bucket(), it.platformTenant()))
                .orElse(deny));
    }

    private boolean isEvaluated(PublicBucket found) {
        Platform platform = platforms.get(found.bucket().platform());
        return platform.offers(Capability.ACL) || platform.offers(Capability.POLICY);
    }

    private CompletableFuture<Decision> decide(Identity identity, S3Operation operation) {
        if (!identity.isActive(clock.instant())) {
            return CompletableFuture.completedFuture(new Decision.Deny(new Failure.CallerDisabled()));
        }
        return switch (identity.kind()) {
            case RESERVED, USER -> decideByOwnership(identity, operation);
            // Their limits are not evaluated yet, and an unevaluated limit must not be taken for none.
            case APPLICATION, SESSION ->
                CompletableFuture.completedFuture(new Decision.Deny(new Failure.NotAllowed(operation.name())));
        };
    }

    private CompletableFuture<Decision> decideByOwnership(Identity identity, S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _, BucketOperation.CreateBucket _ ->
                CompletableFuture.completedFuture(new Decision.Allow(identity, operation, null, null));
            case BucketOperation onBucket -> requireBucket(identity, operation, onBucket.bucket());
            case ObjectOperation.CopyObject copy ->
                requireBoth(identity, operation, copy.bucket(), copy.source().bucket());
            case ObjectOperation.UploadPartCopy copy ->
                requireBoth(identity, operation, copy.bucket(), copy.source().bucket());
            case ObjectOperation onObject -> requireBucket(identity, operation, onObject.bucket());
        };
    }

    private CompletableFuture<Decision> requireBucket(Identity identity, S3Operation operation, BucketName name) {
        return find(identity.tenant(), name)
                .thenApply(found -> found.isPresent()
                        ? new Decision.Allow(identity, operation, found.get(), null)
                        : new Decision.Deny(new Failure.BucketMissing(name.value())));
    }

    private CompletableFuture<Decision> requireBoth(
            Identity identity, S3Operation operation, BucketName target, BucketName source) {
        return requireBucket(identity, operation, target)
                .thenCombine(
                        requireBucket(identity, operation, source),
                        (onTarget, onSource) ->
                                onTarget instanceof Decision.Deny ? onTarget : combine(onTarget, onSource));
    }

    private static Decision combine(Decision target, Decision source) {
        return switch (source) {
            case Decision.Deny deny -> deny;
            case Decision.Allow _ -> target;
        };
    }

    private CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
        return buckets.find(tenant, name);
    }
}
