package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.lifecycle.LifecycleSubject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The properties of a version or delete marker that lifecycle rules depend on.
 *
 * @param versionId unique within its key
 */
record ExpiryCandidate(
        LifecycleSubject subject,
        long rank,
        VersionId versionId,
        boolean isLatest,
        boolean isDeleteMarker,
        Instant modifiedAt) {

    static final String COLUMNS =
            "v.key, v.rank, v.version_id, v.is_latest, v.is_delete_marker, v.size_bytes, v.modified_at, v.tags";

    static ExpiryCandidate of(ResultSet row) throws SQLException {
        return new ExpiryCandidate(
                new LifecycleSubject(row.getString("key"), row.getLong("size_bytes"), Sql.map(row, "tags")),
                row.getLong("rank"),
                new VersionId(row.getString("version_id")),
                row.getBoolean("is_latest"),
                row.getBoolean("is_delete_marker"),
                Sql.instant(row, "modified_at"));
    }

    ObjectKey key() {
        return new ObjectKey(subject.key());
    }

    boolean isOfKey(ExpiryCandidate other) {
        return subject.key().equals(other.subject.key());
    }
}
