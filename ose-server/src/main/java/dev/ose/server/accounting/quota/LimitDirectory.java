package dev.ose.server.accounting.quota;

import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds the limits of a bucket: its own, its owner's and its tenant's. Cached. */
public interface LimitDirectory {

    /** The limits on bytes or objects in the bucket; most buckets have none. */
    CompletableFuture<List<Limit>> of(BucketId bucket);
}
