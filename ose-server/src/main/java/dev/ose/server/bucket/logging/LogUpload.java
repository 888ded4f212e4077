package dev.ose.server.bucket.logging;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.ledger.WriteOutcome;

/** Uploads an object of an access log to a bucket's platform with the key of the bucket's owner. */
@FunctionalInterface
public interface LogUpload {

    /**
     * Uploads the object; an existing one is replaced. Blocks for one request.
     *
     * @throws dev.ose.server.runtime.failure.FailureException if nothing was sent
     */
    WriteOutcome put(BucketOwner owner, ObjectKey key, byte[] content);
}
