package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Identity;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds buckets by name; cached, with the same freshness as {@code IdentityDirectory}. */
public interface BucketDirectory {

    /** The tenant's bucket; empty if there is none or another tenant owns the name. */
    CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name);

    /**
     * Another tenant's bucket that is shared with the caller, its tenant or the public, on the caller's platform or on
     * one on which its tenant has a counterpart; empty if there is none, or its tenant is disabled.
     */
    CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name);

    /**
     * The bucket of that name for an anonymous caller, if its tenant is active.
     */
    CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name);
}
