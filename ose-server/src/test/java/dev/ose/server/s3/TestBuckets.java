package dev.ose.server.s3;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.EndingClaim;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.bucket.StaleBucketClaim;
import dev.ose.server.bucket.UndoableCreation;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.GrantStore;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.SharingChange;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Buckets of several tenants in memory. */
final class TestBuckets implements BucketStore, BucketDirectory, BucketOwners, GrantStore {

    private final Map<String, Bucket> rows = new ConcurrentHashMap<>();
    private final Set<BucketId> claimed = ConcurrentHashMap.newKeySet();
    private volatile @Nullable BucketDeletion deletion;
    /** The grantees of each kind of sharing. */
    final Map<String, Set<Grantee>> grants = new ConcurrentHashMap<>();

    final List<String> calls = new CopyOnWriteArrayList<>();

    /** How many claims of a name still find a deletion in progress. */
    final AtomicInteger deletionsUnderWay = new AtomicInteger();

    void add(TenantId tenant, String name) {
        rows.put(name, bucket(tenant, new BucketName(name), PlatformEndpoint.common(S3TestServer.PLATFORM)));
    }

    /** Adds a bucket of a tenant with its own S3 endpoint. */
    void add(TenantId tenant, String name, URI endpoint) {
        rows.put(name, bucket(tenant, new BucketName(name), new PlatformEndpoint(S3TestServer.PLATFORM, endpoint)));
    }

    void drop(String name) {
        rows.remove(name);
    }

    private static Bucket bucket(TenantId tenant, BucketName name, PlatformEndpoint endpoint) {
        return new Bucket(
                new BucketId(name.hashCode()),
                name,
                tenant,
                tenant.equals(S3TestServer.ALICES) ? S3TestServer.ALICE_HERSELF : new UserId(UUID.randomUUID()),
                endpoint,
                "us-east-1",
                Instant.EPOCH,
                Bucket.Settings.NONE);
    }

    @Override
    public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
        return CompletableFuture.completedFuture(
                named(name).filter(bucket -> bucket.tenant().equals(tenant)));
    }

    /** Buckets with another change of sharing in progress. */
    final Set<BucketId> busy = ConcurrentHashMap.newKeySet();

    /** One permit for each change of sharing that has to wait. */
    final Semaphore refused = new Semaphore(0);

    /** One permit for each change of sharing that was cancelled. */
    final Semaphore cancelled = new Semaphore(0);

    @Override
    public SharingChange begin(BucketId bucket, BucketName name) {
        if (!busy.add(bucket)) {
            refused.release();
            throw new FailureException(new Failure.BucketBusy(name.value()));
        }
        return new SharingChange(bucket, name, UUID.randomUUID());
    }

    @Override
    public boolean complete(SharingChange change, GrantSource source, Set<Grantee> grantees) {
        replace(change.bucket(), source, grantees);
        return busy.remove(change.bucket());
    }

    @Override
    public boolean completeWholePolicy(SharingChange change, Set<Grantee> grantees) {
        grants.computeIfPresent(GrantSource.ACL + " of " + change.bucket().value(), (_, all) -> all.stream()
                .filter(grantee -> !(grantee instanceof Grantee.OfTenant))
                .collect(Collectors.toSet()));
        return complete(change, GrantSource.POLICY, grantees);
    }

    @Override
    public boolean recordConditions(SharingChange change, ClientConditions conditions) {
        calls.add("conditions");
        rows.replaceAll((name, row) -> row.id().equals(change.bucket()) ? withConditions(row, conditions) : row);
        return busy.contains(change.bucket());
    }

    private static Bucket with(Bucket row, Bucket.Settings settings) {
        return new Bucket(
                row.id(),
                row.name(),
                row.tenant(),
                row.owner(),
                row.endpoint(),
                row.region(),
                row.createdAt(),
                settings);
    }

    private static Bucket withConditions(Bucket row, ClientConditions conditions) {
        return with(row, new Bucket.Settings(row.mayHaveVersions(), conditions, row.logging()));
    }

    @Override
    public boolean renew(SharingChange change) {
        return busy.contains(change.bucket());
    }

    @Override
    public boolean isSharedWithTenantsByAcl(BucketId bucket) {
        return grants.getOrDefault(GrantSource.ACL + " of " + bucket.value(), Set.of()).stream()
                .anyMatch(Grantee.OfTenant.class::isInstance);
    }

    @Override
    public void cancelOrExpire(SharingChange change) {
        cancel(change);
    }

    @Override
    public void cancel(SharingChange change) {
        busy.remove(change.bucket());
        cancelled.release();
    }

    @Override
    public void replace(BucketId bucket, GrantSource source, Set<Grantee> grantees) {
        grants.put(source + " of " + bucket.value(), grantees);
    }

    @Override
    public CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name) {
        return CompletableFuture.completedFuture(named(name)
                .filter(bucket -> grants.entrySet().stream()
                        .filter(it -> it.getKey().endsWith(" of " + bucket.id().value()))
                        .flatMap(it -> it.getValue().stream())
                        .anyMatch(grantee -> grantee.equals(new Grantee.Everybody())
                                || grantee.equals(new Grantee.OfTenant(caller.tenant()))))
                .map(bucket -> new ForeignBucket(bucket, new PlatformTenantId("group1"))));
    }

    @Override
    public CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name) {
        return CompletableFuture.completedFuture(
                named(name).map(bucket -> new ForeignBucket(bucket, new PlatformTenantId("group1"))));
    }

    @Override
    public Optional<BucketOwner> find(BucketId bucket) {
        return rows.values().stream()
                .filter(row -> row.id().equals(bucket))
                .map(row -> new BucketOwner(
                        row.name(),
                        row.endpoint(),
                        new PlatformKey("OWNERKEY", Secret.of("secret of the owner")),
                        row.mayHaveVersions(),
                        row.clientConditions()))
                .findFirst();
    }

    private Optional<Bucket> named(BucketName name) {
        return Optional.ofNullable(rows.get(name.value()));
    }

    @Override
    public BucketClaim claim(TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region) {
        BucketId id = new BucketId(name.value().hashCode());
        if (deletionsUnderWay.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            calls.add("busy");
            throw new FailureException(new Failure.BucketBusy(name.value()));
        }
        Bucket taken = rows.get(name.value());
        if (taken == null) {
            calls.add("claim " + name.value());
            claimed.add(id);
            return new BucketClaim(id, BucketClaim.Kind.NEW);
        }
        if (taken.tenant().equals(tenant)) {
            return new BucketClaim(id, BucketClaim.Kind.KEPT);
        }
        throw new FailureException(new Failure.BucketTaken(name.value()));
    }

    @Override
    public boolean confirm(TenantId tenant, UserId owner, BucketId bucket) {
        boolean isThere = claimed.contains(bucket)
                || rows.values().stream().anyMatch(row -> row.id().equals(bucket));
        calls.add(isThere ? "confirm" : "gone");
        deletion = null;
        return isThere;
    }

    @Override
    public void abandon(TenantId tenant, BucketClaim claim) {
        calls.add(claim.isKept() ? "keep" : "abandon");
    }

    @Override
    public Optional<EndingClaim> beginAbandon(TenantId tenant, BucketClaim claim) {
        calls.add("begin to abandon");
        return Optional.of(new EndingClaim(claim.bucket(), UUID.randomUUID()));
    }

    @Override
    public Optional<EndingClaim> beginAbandon(StaleBucketClaim claim) {
        calls.add("begin to abandon left");
        return Optional.of(new EndingClaim(claim.bucket(), UUID.randomUUID()));
    }

    @Override
    public void completeAbandon(TenantId tenant, EndingClaim claim) {
        calls.add("abandon");
    }

    @Override
    public void cancelAbandon(TenantId tenant, EndingClaim claim) {
        calls.add("leave");
    }

    @Override
    public BucketDeletion beginDeletion(TenantId tenant, Bucket bucket) {
        BucketDeletion begun = new BucketDeletion(bucket.id(), UUID.randomUUID());
        deletion = begun;
        return begun;
    }

    @Override
    public Optional<UndoableCreation> makeUndoable(TenantId tenant, BucketClaim claim) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<BucketDeletion> beginUndo(TenantId tenant, UndoableCreation creation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean completeDeletion(TenantId tenant, BucketDeletion completed) {
        boolean isMine = completed.equals(deletion);
        calls.add(isMine ? "remove" : "made anew");
        return isMine;
    }

    @Override
    public void cancelDeletion(TenantId tenant, BucketDeletion cancelled) {
        calls.add("cancel");
    }

    @Override
    public void observeVersions(BucketId bucket) {
        noteVersions(bucket);
    }

    @Override
    public void noteVersions(BucketId bucket) {
        calls.add("versions");
        rows.replaceAll((name, row) -> row.id().equals(bucket) ? withVersions(row) : row);
    }

    private static Bucket withVersions(Bucket row) {
        return with(row, new Bucket.Settings(true, row.clientConditions(), row.logging()));
    }

    @Override
    public boolean setLogging(TenantId tenant, BucketId bucket, @Nullable BucketLogging logging) {
        Optional<Bucket> source =
                rows.values().stream().filter(row -> row.id().equals(bucket)).findFirst();
        boolean isPossible = source.isPresent()
                && (logging == null
                        || named(logging.target())
                                .filter(target ->
                                        target.owner().equals(source.get().owner()))
                                .isPresent());
        if (isPossible) {
            rows.replaceAll((name, row) -> row.id().equals(bucket) ? withLogging(row, logging) : row);
        }
        return isPossible;
    }

    private static Bucket withLogging(Bucket row, @Nullable BucketLogging logging) {
        return with(row, new Bucket.Settings(row.mayHaveVersions(), row.clientConditions(), logging));
    }

    @Override
    public Optional<Holder> holder(BucketName name) {
        return named(name).map(bucket -> new Holder(bucket.tenant(), bucket.platform()));
    }

    @Override
    public Optional<StaleBucketClaim> takeLeftClaim(Duration age) {
        return Optional.empty();
    }

    @Override
    public boolean confirmLeft(StaleBucketClaim claim) {
        calls.add("confirm left");
        return false;
    }

    @Override
    public void abandonLeft(StaleBucketClaim claim) {
        calls.add("abandon left");
    }

    @Override
    public List<Bucket> listOwned(
            TenantId tenant, UserId owner, String region, String prefix, String after, int limit) {
        calls.add("list owned in " + region + ": " + prefix + " behind " + after + ", " + limit);
        return rows.values().stream()
                .filter(bucket -> bucket.tenant().equals(tenant))
                .filter(bucket -> bucket.owner().equals(owner))
                .limit(limit)
                .toList();
    }
}
