package dev.ose.adapter.embedded.store;

import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.ObjectLock;
import dev.ose.s3.lock.Retention;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Object Lock of buckets and versions. Retention and legal hold of a version change under the lock of its key, as does
 * its deletion, so that neither misses the other. Thread-safe; blocks on PostgreSQL.
 */
public final class Locks {

    private final StoreDatabase database;
    private final Clock clock;

    public Locks(StoreDatabase database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The outcome of a change. */
    public enum Change {
        DONE,
        /** The present lock of the version does not permit it. */
        REFUSED,
        /** The version has been deleted. */
        GONE
    }

    /**
     * Enables Object Lock on the bucket, permanently, and sets the default retention of new versions.
     *
     * @return false if versioning, which a lock requires, is not enabled
     */
    public boolean configure(StoredBucket bucket, @Nullable DefaultRetention retention) {
        int updated = database.write(connection -> Sql.update(
                connection,
                """
                update embedded_platform.bucket
                set lock_enabled = true, lock_mode = ?, lock_length = ?, lock_unit = ?
                where id = ? and versioning = 'ENABLED'
                """,
                retention == null ? null : retention.mode().name(),
                retention == null ? null : retention.length(),
                retention == null ? null : retention.unit().name(),
                bucket.id()));
        return updated == 1;
    }

    /**
     * Sets the retention of the version.
     *
     * @param retention null to remove it
     * @param bypassGovernance whether a retention in GOVERNANCE may be shortened; the caller has checked the permission
     */
    public Change retain(
            StoredBucket bucket, ObjectVersion version, @Nullable Retention retention, boolean bypassGovernance) {
        return change(bucket, version, lock -> Optional.of(lock.withRetention(retention))
                .filter(next -> lock.permits(retention, clock.instant(), bypassGovernance)));
    }

    /** Sets or clears the legal hold of the version. */
    public Change hold(StoredBucket bucket, ObjectVersion version, boolean isOn) {
        return change(bucket, version, lock -> Optional.of(lock.withLegalHold(isOn)));
    }

    /** @param replacement empty if the present lock does not permit the change */
    private Change change(
            StoredBucket bucket, ObjectVersion version, Function<ObjectLock, Optional<ObjectLock>> replacement) {
        return database.write(connection -> {
            VersionStore.lock(connection, bucket.id(), List.of(version.key()));
            Optional<ObjectLock> present = Sql.first(
                    connection,
                    "select lock_mode, lock_until, legal_hold from embedded_platform.object_version"
                            + " where bucket_id = ? and key = ? and rank = ?",
                    BucketLock::ofVersion,
                    bucket.id(),
                    version.key().value(),
                    version.rank());
            if (present.isEmpty()) {
                return Change.GONE;
            }
            Optional<ObjectLock> next = present.flatMap(replacement);
            if (next.isEmpty()) {
                return Change.REFUSED;
            }
            update(connection, bucket, version, next.get());
            return Change.DONE;
        });
    }

    private static void update(Connection connection, StoredBucket bucket, ObjectVersion version, ObjectLock lock)
            throws SQLException {
        Retention retention = lock.retention();
        Sql.update(
                connection,
                "update embedded_platform.object_version set lock_mode = ?, lock_until = ?, legal_hold = ?"
                        + " where bucket_id = ? and key = ? and rank = ?",
                retention == null ? null : retention.mode().name(),
                retention == null ? null : retention.until(),
                lock.legalHold(),
                bucket.id(),
                version.key().value(),
                version.rank());
    }
}
