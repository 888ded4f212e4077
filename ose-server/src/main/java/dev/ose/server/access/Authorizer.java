package dev.ose.server.access;

import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.PlacedIdentities;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides by what only OSE knows: whether caller, user and tenant are active, whether the caller's policies permit the
 * operation, and whether the tenant owns the named buckets or they are shared with the caller. Any other bucket of
 * another tenant is answered exactly like a missing one. Thread-safe.
 */
public final class Authorizer {

    private final BucketDirectory buckets;
    private final PlatformDirectory platforms;
    private final PlacedIdentities placed;
    private final Clock clock;

    public Authorizer(BucketDirectory buckets, PlatformDirectory platforms, PlacedIdentities placed, Clock clock) {
        this.buckets = buckets;
        this.platforms = platforms;
        this.placed = placed;
        this.clock = clock;
    }

    /** Returns the decision; complete at once if all buckets concerned are cached. */
    public CompletableFuture<Decision> decide(Caller caller, S3Operation operation, RequestFacts facts) {
        return decide(caller, operation, facts, AccessTrace.NONE);
    }

    /**
     * Returns the decision as for a request that is served.
     *
     * @param trace takes the steps of the decision
     */
    CompletableFuture<Decision> decide(Caller caller, S3Operation operation, RequestFacts facts, AccessTrace trace) {
        return switch (caller) {
            case Identity identity -> decideOf(identity, operation, facts, trace);
            case Caller.Anonymous anonymous -> decideOf(anonymous, operation, facts, trace);
        };
    }

    /** The platform decides if it evaluates public access; a missing bucket is answered like a private one. */
    private CompletableFuture<Decision> decideOf(
            Caller.Anonymous anonymous, S3Operation operation, RequestFacts facts, AccessTrace trace) {
        Decision.Deny deny = new Decision.Deny(new Failure.NotAllowed("anonymous access"));
        Optional<BucketName> named = AnonymousRules.bucket(operation);
        if (named.isEmpty()) {
            trace.notPublic();
            return CompletableFuture.completedFuture(deny);
        }
        return buckets.findPublicly(named.get()).thenApply(found -> found.filter(this::isEvaluated)
                .map(ResolvedBucket::of)
                .filter(it -> ExpectedOwners.refusal(operation.name(), facts.headers(), it, null)
                        .isEmpty())
                .<Decision>map(it -> new Decision.Allow(anonymous, null, operation, facts, it, null))
                .orElseGet(() -> {
                    trace.bucketUnknown();
                    return deny;
                }));
    }

    private boolean isEvaluated(ForeignBucket found) {
        Platform platform = platforms.get(found.bucket().platform());
        return platform.offers(Capability.ACL) || platform.offers(Capability.POLICY);
    }

    private CompletableFuture<Decision> decideOf(
            Identity identity, S3Operation operation, RequestFacts facts, AccessTrace trace) {
        Instant now = clock.instant();
        if (!identity.isActive(now)) {
            trace.stopped(identity);
            return CompletableFuture.completedFuture(new Decision.Deny(new Failure.CallerDisabled()));
        }
        if (identity.limits().isNone()) {
            return decideByOwnership(new Question(identity, null, operation, facts, trace));
        }
        // Before any bucket lookup: a restricted caller must not learn what exists outside its limits.
        LimitedCaller limited =
                new LimitedCaller(new PolicyFacts(new CallerFacts(identity, facts, now), operation), trace);
        return limited.mayPerform()
                ? decideByOwnership(new Question(identity, limited, operation, facts, trace))
                : CompletableFuture.completedFuture(new Decision.Deny(new Failure.NotAllowed(operation.name())));
    }

    private CompletableFuture<Decision> decideByOwnership(Question question) {
        return switch (question.operation()) {
            case ServiceOperation.FindBuckets find
            when !mayFind(question.caller(), find) ->
                CompletableFuture.completedFuture(new Decision.Deny(new Failure.NotAllowed(find.name())));
            case ServiceOperation _, BucketOperation.CreateBucket _ ->
                CompletableFuture.completedFuture(question.decideWithoutBucket());
            case BucketOperation onBucket -> decideOn(question, onBucket.bucket());
            case ObjectOperation.CopyObject copy ->
                decideOnBoth(question, copy.bucket(), copy.source().bucket());
            case ObjectOperation.UploadPartCopy copy ->
                decideOnBoth(question, copy.bucket(), copy.source().bucket());
            case ObjectOperation onObject -> decideOn(question, onObject.bucket());
        };
    }

    /** Only administrators may search the objects of other users of the tenant. */
    private static boolean mayFind(Identity caller, ServiceOperation.FindBuckets operation) {
        return operation.whose() != ServiceOperation.Whose.ALL || caller.role() == Role.TENANT_ADMIN;
    }

    private CompletableFuture<Decision> decideOn(Question question, BucketName name) {
        return find(question.caller(), name)
                .thenCompose(target -> placed(question, target).thenApply(it -> it.decide(name, target, null)));
    }

    /** The question of the caller on the platform of the bucket. */
    private CompletableFuture<Question> placed(Question question, Optional<ResolvedBucket> target) {
        Identity caller = question.caller();
        if (target.isEmpty() || target.get().bucket().platform().equals(caller.platform())) {
            return CompletableFuture.completedFuture(question);
        }
        return placed.on(target.get().bucket().platform(), caller).thenApply(question::of);
    }

    private CompletableFuture<Decision> decideOnBoth(Question question, BucketName target, BucketName source) {
        // Both are looked for at once.
        CompletableFuture<Optional<ResolvedBucket>> found = find(question.caller(), source);
        return find(question.caller(), target)
                .thenCompose(to -> found.thenCompose(from -> from.isPresent() || to.isEmpty()
                        ? decideCopy(question, target, to, from.orElse(null))
                        : CompletableFuture.completedFuture(question.missing(source))));
    }

    /** One request to a platform cannot read from another one. */
    private CompletableFuture<Decision> decideCopy(
            Question question, BucketName name, Optional<ResolvedBucket> target, @Nullable ResolvedBucket source) {
        boolean isWithinPlatform = target.isEmpty()
                || source == null
                || target.get().bucket().platform().equals(source.bucket().platform());
        return isWithinPlatform
                ? placed(question, target).thenApply(it -> it.decide(name, target, source))
                : CompletableFuture.completedFuture(new Decision.Deny(new Failure.NotOffered(
                        question.operation().name() + " between buckets of different platforms")));
    }

    /** Looks for another tenant's bucket only if the caller's own tenant has none of that name. */
    private CompletableFuture<Optional<ResolvedBucket>> find(Identity caller, BucketName name) {
        return buckets.find(caller.tenant(), name)
                .thenCompose(own -> own.isPresent()
                        ? CompletableFuture.completedFuture(own.map(ResolvedBucket::own))
                        : buckets.findShared(caller, name).thenApply(shared -> shared.map(ResolvedBucket::of)));
    }

    /** A request of an active caller, to be decided by the buckets it names. */
    private record Question(
            Identity caller,
            @Nullable LimitedCaller limited,
            S3Operation operation,
            RequestFacts facts,
            AccessTrace trace) {

        Question of(Identity placed) {
            return new Question(placed, limited, operation, facts, trace);
        }

        Decision decide(BucketName name, Optional<ResolvedBucket> target, @Nullable ResolvedBucket source) {
            if (target.isEmpty()) {
                return missing(name);
            }
            Optional<Failure> otherOwner =
                    ExpectedOwners.refusal(operation.name(), facts.headers(), target.get(), source);
            if (otherOwner.isPresent()) {
                return new Decision.Deny(otherOwner.get());
            }
            // The source of a copy is only read, which the rules for guests always allow.
            if (target.get().isOwn() || GuestRules.areLeftToPlatform(operation, facts.headers())) {
                return allow(target.get(), source);
            }
            trace.notForGuests();
            return new Decision.Deny(new Failure.NotAllowed(operation.name()));
        }

        /** Without a bucket, an expected owner never matches. */
        Decision decideWithoutBucket() {
            return ExpectedOwners.refusal(operation.name(), facts.headers(), null, null)
                    .<Decision>map(Decision.Deny::new)
                    .orElseGet(() -> allow(null, null));
        }

        Decision missing(BucketName name) {
            trace.bucketUnknown();
            return new Decision.Deny(new Failure.BucketMissing(name.value()));
        }

        Decision allow(@Nullable ResolvedBucket target, @Nullable ResolvedBucket source) {
            return new Decision.Allow(caller, limited, operation, facts, target, source);
        }
    }
}
