package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.util.List;

/** Which buckets may have versions. Every method blocks on the database; several nodes may call all of them at once. */
public interface VersioningTables {

    /** Takes up to {@code limit} buckets of which nobody knows, and whose turn it is; they are not handed out again for a while. */
    List<Unknown> claim(int limit);

    /** Notes what the platform said, unless it is known by now that there are some. */
    void settle(BucketId bucket, boolean mayHaveVersions);

    /** A bucket of which it is not known whether it may have versions. */
    record Unknown(TenantId tenant, BucketId bucket) {}
}
