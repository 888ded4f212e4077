package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.s3.document.EncryptionConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * What can be changed of a bucket.
 *
 * @param policy the bucket policy; null if there is none
 * @param lifecycle the document of its lifecycle rules; null if there is none
 * @param lock null if Object Lock is not enabled
 * @param encryption the default encryption; null if there is none
 */
public record EmbeddedBucketSettings(
        Versioning versioning,
        BucketAccess access,
        @Nullable String policy,
        @Nullable String lifecycle,
        @Nullable BucketLock lock,
        @Nullable EncryptionConfiguration encryption) {

    /** Whether new objects are encrypted if their request states nothing. */
    public boolean isEncryptedByDefault() {
        return encryption != null && encryption.isDefault();
    }
}
