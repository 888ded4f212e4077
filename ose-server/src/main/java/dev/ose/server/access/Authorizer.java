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
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides from what OSE alone knows: whether caller, user and tenant are active, whether the caller's policies permit the
 * operation, and whether the tenant owns the buckets that it names. A bucket of another tenant is answered exactly like one that does not exist. Thread-safe.
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
    public CompletableFuture<Decision> decide(Caller caller, S3Operation operation, RequestFacts facts) {
        return switch (caller) {
            case Identity identity -> decide(identity, operation, facts);
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
                .<Decision>map(it -> new Decision.Allow(anonymous, null, operation, it.bucket(), it.platformTenant()))
                .orElse(deny));
    }

    private boolean isEvaluated(PublicBucket found) {
        Platform platform = platforms.get(found.bucket().platform());
        return platform.offers(Capability.ACL) || platform.offers(Capability.POLICY);
    }

    private CompletableFuture<Decision> decide(Identity identity, S3Operation operation, RequestFacts facts) {
        Instant now = clock.instant();
        if (!identity.isActive(now)) {
            return CompletableFuture.completedFuture(new Decision.Deny(new Failure.CallerDisabled()));
        }
        if (identity.limits().isNone()) {
            return decideByOwnership(identity, null, operation);
        }
        // Before any bucket is looked for: out of its limits, a caller is not to learn what exists.
        LimitedCaller limited = new LimitedCaller(new PolicyFacts(new CallerFacts(identity, facts, now), operation));
        return limited.mayPerform()
                ? decideByOwnership(identity, limited, operation)
                : CompletableFuture.completedFuture(new Decision.Deny(new Failure.NotAllowed(operation.name())));
    }

    private CompletableFuture<Decision> decideByOwnership(
            Identity identity, @Nullable LimitedCaller limited, S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _, BucketOperation.CreateBucket _ ->
                CompletableFuture.completedFuture(new Decision.Allow(identity, limited, operation, null, null));
            case BucketOperation onBucket -> requireBucket(identity, limited, operation, onBucket.bucket());
            case ObjectOperation.CopyObject copy ->
                requireBoth(
                        identity,
                        limited,
                        operation,
                        copy.bucket(),
                        copy.source().bucket());
            case ObjectOperation.UploadPartCopy copy ->
                requireBoth(
                        identity,
                        limited,
                        operation,
                        copy.bucket(),
                        copy.source().bucket());
            case ObjectOperation onObject -> requireBucket(identity, limited, operation, onObject.bucket());
        };
    }

    private CompletableFuture<Decision> requireBucket(
            Identity identity, @Nullable LimitedCaller limited, S3Operation operation, BucketName name) {
        return find(identity.tenant(), name)
                .thenApply(found -> found.isPresent()
                        ? new Decision.Allow(identity, limited, operation, found.get(), null)
                        : new Decision.Deny(new Failure.BucketMissing(name.value())));
    }

    private CompletableFuture<Decision> requireBoth(
            Identity identity,
            @Nullable LimitedCaller limited,
            S3Operation operation,
            BucketName target,
            BucketName source) {
        return requireBucket(identity, limited, operation, target)
                .thenCombine(
                        requireBucket(identity, limited, operation, source),
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
