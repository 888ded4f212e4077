package dev.ose.adapter.embedded.store;

import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.ObjectLock;
import dev.ose.s3.lock.Retention;
import dev.ose.s3.lock.RetentionMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The Object Lock of a bucket that has it.
 *
 * @param defaultRetention the retention of new versions without one of their own; null for none
 */
public record BucketLock(@Nullable DefaultRetention defaultRetention) {

    /** The lock in the columns of a bucket's row; null if the bucket has none. */
    static @Nullable BucketLock of(ResultSet row) throws SQLException {
        if (!row.getBoolean("lock_enabled")) {
            return null;
        }
        String mode = row.getString("lock_mode");
        return new BucketLock(
                mode == null
                        ? null
                        : new DefaultRetention(
                                RetentionMode.valueOf(mode),
                                row.getInt("lock_length"),
                                DefaultRetention.Unit.valueOf(row.getString("lock_unit"))));
    }

    /** The lock of a new version that requests this one. */
    ObjectLock ofNew(ObjectLock asked, Instant now) {
        return asked.retention() == null && defaultRetention != null
                ? asked.withRetention(defaultRetention.of(now))
                : asked;
    }

    /** The lock of the version or upload in this row. */
    static ObjectLock ofVersion(ResultSet row) throws SQLException {
        String mode = row.getString("lock_mode");
        boolean isHeld = row.getBoolean("legal_hold");
        Boolean hold = row.wasNull() ? null : isHeld;
        return mode == null && hold == null
                ? ObjectLock.NONE
                : new ObjectLock(
                        mode == null
                                ? null
                                : new Retention(RetentionMode.valueOf(mode), Sql.instant(row, "lock_until")),
                        hold);
    }
}
