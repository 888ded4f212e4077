package dev.ose.server.sync;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.platform.PlatformId;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** What notices are compared with and leave behind. Every method blocks on the database. */
public interface NotificationTables {

    /** Those of the platform's buckets that have these names, whoever's they are. */
    Map<BucketName, Known> buckets(PlatformId platform, Set<BucketName> names);

    /** A bucket, and whether it may have versions. */
    record Known(BucketId id, boolean mayHaveVersions) {}

    /** Those of the keys that a write of OSE's own is under way on, so that their rows do not tell yet what it comes to. */
    Set<ObjectAddress> beingWritten(Collection<ObjectAddress> addresses);

    /** Marks keys for verification, as {@link SyncRuns#advance} does. */
    void mark(Collection<ObjectAddress> addresses);
}
