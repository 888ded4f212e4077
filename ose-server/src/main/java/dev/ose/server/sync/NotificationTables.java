package dev.ose.server.sync;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.platform.PlatformId;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** The tables that notifications are compared with and recorded in. Every method blocks on the database. */
public interface NotificationTables {

    /** The platform's buckets with these names, of all tenants. */
    Map<BucketName, Known> buckets(PlatformId platform, Set<BucketName> names);

    /** A bucket, and whether it may have versions. */
    record Known(BucketId id, boolean mayHaveVersions) {}

    /** The keys that have a write through OSE under way, so that their rows are not up to date yet. */
    Set<ObjectAddress> beingWritten(Collection<ObjectAddress> addresses);

    /** Marks keys for verification, as {@link SyncRuns#advance} does. */
    void mark(Collection<ObjectAddress> addresses);
}
