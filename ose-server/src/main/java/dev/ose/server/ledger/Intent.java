package dev.ose.server.ledger;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;

/** A durable promise to tell what became of one write to one key. */
public record Intent(long operationId, BucketId bucket, ObjectKey key) {

    /** What it is about. */
    public ObjectAddress address() {
        return new ObjectAddress(bucket, key);
    }
}
