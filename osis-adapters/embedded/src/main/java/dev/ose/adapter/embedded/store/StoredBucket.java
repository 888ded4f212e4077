package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.EncryptionConfiguration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a bucket at its look-up.
 *
 * @param id unique, even among buckets of the same name
 * @param location the location constraint of its creation, null if none
 * @param policy the bucket policy; null if there is none
 * @param lifecycle the document of its lifecycle rules; null if there is none
 * @param lock null if Object Lock is not enabled
 * @param encryption the default encryption; null if there is none
 */
public record StoredBucket(
        long id,
        BucketName name,
        PlatformTenantId tenant,
        StoreOwner owner,
        Versioning versioning,
        @Nullable String location,
        @Nullable String policy,
        @Nullable String lifecycle,
        BucketAccess access,
        @Nullable BucketLock lock,
        @Nullable EncryptionConfiguration encryption,
        Instant createdAt) {

    /** Whether new objects are encrypted if their request states nothing. */
    public boolean isEncryptedByDefault() {
        return encryption != null && encryption.isDefault();
    }

    /** Whether the caller owns it. */
    public boolean isOf(StoreCaller caller) {
        return owner.canonicalId().equals(caller.owner().canonicalId());
    }
}
