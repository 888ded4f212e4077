package dev.ose.server.ledger;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the rows of objects consistent with the platform: an intent is durable before the platform may show the write,
 * and its completion is durable before the client receives success. Many callers share one commit. Never blocks the
 * caller; the futures complete on a thread of the ledger, so continuations must be short or switch threads. They fail
 * with {@code MetadataUnavailable} or, if the bounded queue is full, {@code Busy}.
 */
public interface ObjectLedger {

    /** Records an intent for a write to the key; durable once the future completes. */
    CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key);

    /** Records intents for several writes at once (a multi-object delete), in the order of {@code keys}. */
    CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys);

    /**
     * Records the outcome of the write; durable once the future completes. If it fails, the intent remains and the key
     * is verified against the platform later.
     */
    CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome);
}
