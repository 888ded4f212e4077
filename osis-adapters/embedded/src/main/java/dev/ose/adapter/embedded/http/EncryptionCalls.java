package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredBuckets;
import dev.ose.s3.document.EncryptionConfiguration;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;

/** The default encryption of buckets. */
final class EncryptionCalls {

    private final StoredBuckets buckets;

    EncryptionCalls(StoredBuckets buckets) {
        this.buckets = buckets;
    }

    /**
     * A bucket without a setting is reported as such, as AWS did until 2023: its objects are not encrypted unless their
     * requests state so.
     */
    EmbeddedReply get(StoredBucket bucket) {
        EncryptionConfiguration setting = bucket.settings().encryption();
        if (setting == null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND_ERROR)
                    .with("BucketName", bucket.name().value()));
        }
        return EmbeddedReply.document(setting.toBytes());
    }

    EmbeddedReply put(EmbeddedCall call, StoredBucket bucket) throws IOException {
        buckets.setEncryption(bucket, EncryptionConfiguration.read(call.readDocument(false)));
        return EmbeddedReply.of(200);
    }

    EmbeddedReply delete(StoredBucket bucket) {
        buckets.setEncryption(bucket, null);
        return EmbeddedReply.of(204);
    }
}
