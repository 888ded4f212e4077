package dev.ose.server.s3;

import dev.ose.server.accounting.quota.DenialReason;
import dev.ose.server.accounting.quota.LeaseTable;
import dev.ose.server.accounting.quota.Limit;
import dev.ose.server.accounting.quota.LimitDirectory;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One quota for every bucket, if one is set. */
final class MemoryLeases implements LimitDirectory, LeaseTable {

    private boolean isLimited;
    private long bytesLeft;
    private long objectsLeft;

    /** Sets the quota. */
    synchronized void limit(long bytes, long objects) {
        isLimited = true;
        bytesLeft = bytes;
        objectsLeft = objects;
    }

    @Override
    public synchronized CompletableFuture<List<Limit>> of(BucketId bucket) {
        return CompletableFuture.completedFuture(
                isLimited ? List.of(new Limit(1, Limit.Holder.BUCKET, true, true)) : List.of());
    }

    @Override
    public synchronized Answer lease(
            long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
        if (wanted.bytes() > bytesLeft || wanted.objects() > objectsLeft) {
            return new Answer(StorageAmount.NOTHING, StorageAmount.NOTHING, DenialReason.STORED);
        }
        bytesLeft -= wanted.bytes();
        objectsLeft -= wanted.objects();
        return new Answer(wanted, StorageAmount.NOTHING, DenialReason.LEASED);
    }
}
