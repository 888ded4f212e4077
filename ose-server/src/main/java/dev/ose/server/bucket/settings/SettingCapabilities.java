package dev.ose.server.bucket.settings;

import dev.ose.adapter.Capability;
import dev.ose.s3.operation.BucketSubresource;
import java.util.Optional;

/** The capabilities of platforms that have settings of buckets as their subject. */
public final class SettingCapabilities {

    private SettingCapabilities() {}

    /** The capability that a platform with the setting has; empty if there is none for it. */
    public static Optional<Capability> of(BucketSubresource.Action reading) {
        return switch (reading) {
            case GET_BUCKET_POLICY, GET_BUCKET_POLICY_STATUS -> Optional.of(Capability.POLICY);
            case GET_BUCKET_CORS -> Optional.of(Capability.CORS);
            case GET_BUCKET_ENCRYPTION -> Optional.of(Capability.SSE_S3);
            case GET_BUCKET_LIFECYCLE_CONFIGURATION -> Optional.of(Capability.LIFECYCLE);
            case GET_OBJECT_LOCK_CONFIGURATION -> Optional.of(Capability.OBJECT_LOCK);
            case GET_BUCKET_TAGGING -> Optional.of(Capability.TAGGING);
            case GET_BUCKET_VERSIONING -> Optional.of(Capability.VERSIONING);
            default -> Optional.empty();
        };
    }
}
