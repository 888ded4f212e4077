package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.BucketName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as it was when it was looked up.
 *
 * @param id never used again for another bucket of the same name
 * @param location the region that its creator asked for, null if none
 */
public record Bucket(
        long id,
        BucketName name,
        PlatformTenantId tenant,
        Owner owner,
        Versioning versioning,
        @Nullable String location,
        Instant createdAt) {}
