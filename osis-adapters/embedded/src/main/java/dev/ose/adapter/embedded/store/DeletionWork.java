package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One batch of deletions inside its transaction; the number of statements does not depend on the batch size. */
final class DeletionWork {

    private final Connection connection;
    private final StoredBucket bucket;
    private final Instant now;
    private final List<FileId> released;
    private final Map<Deletion, VersionId> deletedMarkers = new HashMap<>();
    private final Map<ObjectKey, VersionId> newMarkers = new HashMap<>();
    private final Set<Deletion> kept = new HashSet<>();

    DeletionWork(Connection connection, StoredBucket bucket, Instant now, List<FileId> released) {
        this.connection = connection;
        this.bucket = bucket;
        this.now = now;
        this.released = released;
    }

    List<Deletion.Result> run(List<Deletion> targets, Deletion.Terms terms) throws SQLException {
        List<ObjectKey> keys = targets.stream().map(Deletion::key).distinct().toList();
        if (keys.isEmpty()) {
            return List.of();
        }
        Map<ObjectKey, Long> ranks = VersionStore.lock(connection, bucket.id(), keys);
        VersionStore.State state = VersionStore.state(connection, bucket, keys.getFirst());
        if (!terms.conditions().equals(ConditionalHeaders.NONE)) {
            WriteConditions.require(terms.conditions(), keys.getFirst(), state.currentEtag());
        }
        List<Deletion> named = new ArrayList<>();
        Set<ObjectKey> current = new HashSet<>();
        for (Deletion target : targets) {
            if (target.versionId() == null) {
                current.add(target.key());
            } else {
                named.add(target);
            }
        }
        if (state.lock() != null) {
            keepLocked(named, terms.bypassGovernance());
            named.removeAll(kept);
        }
        deleteNamed(named, current);
        deleteCurrent(List.copyOf(current), state.versioning(), ranks);
        return targets.stream().map(this::result).toList();
    }

    /**
     * Selects those that a retention or a legal hold protects. Both change only under the lock of the key, which is
     * held here.
     */
    private void keepLocked(List<Deletion> named, boolean bypassGovernance) throws SQLException {
        kept.addAll(Sql.list(
                connection,
                """
                select v.key, v.version_id
                from embedded_platform.object_version v join unnest(?, ?) as t(key, version_id)
                    on v.key = t.key and v.version_id = t.version_id
                where v.bucket_id = ?
                    and (v.legal_hold or (v.lock_until > ? and (v.lock_mode = 'COMPLIANCE' or not ?)))
                """,
                row -> new Deletion(new ObjectKey(row.getString("key")), new VersionId(row.getString("version_id"))),
                texts(named.stream().map(Deletion::key).toList()),
                named.stream().map(target -> id(target.versionId())).toArray(String[]::new),
                bucket.id(),
                now,
                bypassGovernance));
    }

    private void deleteNamed(List<Deletion> named, Set<ObjectKey> superseded) throws SQLException {
        if (named.isEmpty()) {
            return;
        }
        List<VersionStore.Removed> removed = Sql.list(
                connection,
                """
                delete from embedded_platform.object_version v
                using unnest(?, ?) as t(key, version_id)
                where v.bucket_id = ? and v.key = t.key and v.version_id = t.version_id
                returning v.key, v.version_id, v.is_delete_marker, v.rank, v.file_id, v.part_count
                """,
                VersionStore::removed,
                texts(named.stream().map(Deletion::key).toList()),
                named.stream().map(target -> id(target.versionId())).toArray(String[]::new),
                bucket.id());
        for (VersionStore.Removed version : removed) {
            if (version.isDeleteMarker()) {
                deletedMarkers.put(
                        new Deletion(new ObjectKey(version.key()), version.versionId()), version.versionId());
            }
        }
        VersionStore.release(connection, removed, released);
        promote(named.stream()
                .map(Deletion::key)
                .distinct()
                .filter(key -> !superseded.contains(key))
                .toList());
    }

    /** Makes the newest remaining version the current one. */
    private void promote(List<ObjectKey> keys) throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        Sql.update(connection, """
                update embedded_platform.object_version v set is_latest = true
                from (select distinct on (key) key, rank from embedded_platform.object_version
                      where bucket_id = ? and key = any(?) order by key, rank) newest
                where v.bucket_id = ? and v.key = newest.key and v.rank = newest.rank and not v.is_latest
                """, bucket.id(), texts(keys), bucket.id());
    }

    private void deleteCurrent(List<ObjectKey> keys, Versioning versioning, Map<ObjectKey, Long> ranks)
            throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        if (versioning != Versioning.ENABLED) {
            List<VersionStore.Removed> removed = Sql.list(
                    connection,
                    "delete from embedded_platform.object_version"
                            + " where bucket_id = ? and key = any(?) and version_id = 'null'"
                            + " returning key, version_id, is_delete_marker, rank, file_id, part_count",
                    VersionStore::removed,
                    bucket.id(),
                    texts(keys));
            VersionStore.release(connection, removed, released);
        }
        if (versioning != Versioning.OFF) {
            addMarkers(keys, versioning, ranks);
        }
    }

    private void addMarkers(List<ObjectKey> keys, Versioning versioning, Map<ObjectKey, Long> ranks)
            throws SQLException {
        Sql.update(
                connection,
                "update embedded_platform.object_version set is_latest = false"
                        + " where bucket_id = ? and key = any(?) and is_latest",
                bucket.id(),
                texts(keys));
        String[] ids = new String[keys.size()];
        Long[] rankOf = new Long[keys.size()];
        for (int i = 0; i < ids.length; i++) {
            rankOf[i] = Objects.requireNonNull(ranks.get(keys.get(i)));
            VersionId id = versioning == Versioning.ENABLED ? VersionIds.of(rankOf[i]) : VersionId.NULL;
            newMarkers.put(keys.get(i), id);
            ids[i] = id.value();
        }
        Sql.update(connection, """
                insert into embedded_platform.object_version (
                    bucket_id, key, rank, version_id, is_latest, is_delete_marker, size_bytes, etag, modified_at,
                    part_count, headers, metadata, tags)
                select ?, t.key, t.rank, t.version_id, true, true, 0, '-', ?, 0, '{}', '{}', '{}'
                from unnest(?, ?, ?) as t(key, rank, version_id)
                """, bucket.id(), now, texts(keys), rankOf, ids);
    }

    private Deletion.Result result(Deletion target) {
        VersionId marker = target.versionId() == null ? newMarkers.get(target.key()) : deletedMarkers.get(target);
        return new Deletion.Result(target.key(), target.versionId(), marker, kept.contains(target));
    }

    private static String id(@Nullable VersionId versionId) {
        return versionId == null ? "" : versionId.value();
    }

    private static String[] texts(List<ObjectKey> keys) {
        return keys.stream().map(ObjectKey::value).toArray(String[]::new);
    }
}
