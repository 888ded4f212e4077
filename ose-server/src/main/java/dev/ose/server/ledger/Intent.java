package dev.ose.server.ledger;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;

/**
 * A durable record, written before the platform receives the write, that the outcome of one write to one key will
 * follow.
 */
public record Intent(long operationId, BucketId bucket, ObjectKey key) {

    public ObjectAddress address() {
        return new ObjectAddress(bucket, key);
    }
}
