package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.util.List;

/**
 * Records which buckets may have versions. Every method blocks on the database; safe for use by several nodes at once.
 */
public interface VersioningTables {

    /** Claims up to {@code limit} due buckets whose versioning is unknown; they are not returned again for a while. */
    List<Unknown> claim(int limit);

    /** Records the platform's answer, unless versions are known meanwhile. */
    void settle(BucketId bucket, boolean mayHaveVersions);

    /** A bucket whose versioning is unknown. */
    record Unknown(TenantId tenant, BucketId bucket) {}
}
