package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ObjectKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Removes a batch of finds inside one transaction. Each find is evaluated again under the lock of its key, which every
 * write of the key takes: one that is no longer due is left to the next pass.
 */
final class ExpiryWork {

    private static final Deletion.Terms TERMS = new Deletion.Terms(ConditionalHeaders.NONE, false);

    private final Connection connection;
    private final StoredBucket bucket;
    private final Instant now;
    private final List<FileId> released;

    ExpiryWork(Connection connection, StoredBucket bucket, Instant now, List<FileId> released) {
        this.connection = connection;
        this.bucket = bucket;
        this.now = now;
        this.released = released;
    }

    /** An existing version, and the number of newer versions of its key. */
    private record Present(ExpiryCandidate candidate, int newerVersions) {}

    /** Removes them, except those that a retention or a legal hold protects. */
    void remove(List<ExpiryWalk.Find> found) throws SQLException {
        Set<ObjectKey> keys = found.stream().map(find -> find.candidate().key()).collect(Collectors.toSet());
        VersionStore.lock(connection, bucket.id(), keys);
        Map<Long, Present> present = present(found, keys);
        List<Deletion> targets = new ArrayList<>();
        for (ExpiryWalk.Find find : found) {
            if (isAsFound(find, present)) {
                ExpiryCandidate candidate = find.candidate();
                targets.add(new Deletion(candidate.key(), find.isCurrent() ? null : candidate.versionId()));
            }
        }
        Set<ObjectKey> changed = new DeletionWork(connection, bucket, now, released)
                .run(targets, TERMS).stream()
                        .filter(result -> !result.isProtected())
                        .map(Deletion.Result::key)
                        .collect(Collectors.toSet());
        OwnChanges.note(connection, bucket, changed, now);
    }

    private Map<Long, Present> present(List<ExpiryWalk.Find> found, Set<ObjectKey> keys) throws SQLException {
        List<Present> rows = Sql.list(
                connection,
                "select " + ExpiryCandidate.COLUMNS + """
                , (select count(*) from (
                    select from embedded_platform.object_version w
                    where w.bucket_id = v.bucket_id and w.key = v.key and w.rank < v.rank limit ?) newer) as
                    newer_versions
                from embedded_platform.object_version v
                where v.bucket_id = ? and v.key = any(?) and v.rank = any(?)
                """,
                row -> new Present(ExpiryCandidate.of(row), row.getInt("newer_versions")),
                ExpiryWalk.MAX_NEWER_VERSIONS,
                bucket.id(),
                keys.stream().map(ObjectKey::value).toArray(String[]::new),
                ranks(found));
        return rows.stream().collect(Collectors.toMap(row -> row.candidate.rank(), Function.identity()));
    }

    private static Long[] ranks(List<ExpiryWalk.Find> found) {
        Set<Long> ranks = new HashSet<>();
        for (ExpiryWalk.Find find : found) {
            ranks.add(find.candidate().rank());
            ExpiryCandidate newer = find.newer();
            if (newer != null) {
                ranks.add(newer.rank());
            }
        }
        return ranks.toArray(Long[]::new);
    }

    private static boolean isAsFound(ExpiryWalk.Find find, Map<Long, Present> present) {
        ExpiryCandidate newer = find.newer();
        Present still = present.get(find.candidate().rank());
        return still != null
                && still.candidate.equals(find.candidate())
                && still.newerVersions >= find.newerVersions()
                && (newer == null || present.containsKey(newer.rank()));
    }
}
