package dev.ose.server.accounting.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The queue of uploads to verify, as their rows. An upload is due a day after {@code checked_at}. Uploads in doubt have
 * {@code hold_until}: changes recorded meanwhile do not postpone their verification.
 */
public final class JdbcUploadQueue implements UploadQueue {

    private static final String DAY = "interval '1 day'";

    /** Longer than an upload waits for its probe and the probe for the platform. */
    private static final String CLAIM = """
            UPDATE upload u SET queried_at = now(), checked_at = now() - %s + interval '90 seconds',
                hold_until = coalesce(u.hold_until, now())
            FROM (
                SELECT bucket_id, upload_id FROM upload WHERE %%s LIMIT ? FOR UPDATE SKIP LOCKED
            ) due
            WHERE u.bucket_id = due.bucket_id AND u.upload_id = due.upload_id
            RETURNING u.bucket_id, u.key, u.upload_id, u.changes, u.hold_until > now()
            """.formatted(DAY);

    private static final String CLAIM_DUE = CLAIM.formatted("checked_at < now() - " + DAY + " ORDER BY checked_at");

    private static final String CLAIM_DOUBTED =
            CLAIM.formatted("queried_at < (SELECT max(at) FROM upload_recheck WHERE at <= now()) ORDER BY queried_at");

    private static final String THIS_UPLOAD = " WHERE bucket_id = ? AND upload_id = ? AND key = ?";

    private static final String SETTLED = "UPDATE upload SET hold_until = NULL, checked_at = now()" + THIS_UPLOAD;

    private static final String SETTLED_WHILE_HELD = "UPDATE upload SET checked_at = hold_until - " + DAY + THIS_UPLOAD;

    /**
     * The upload's row is locked, so that the usage delta matches what the statement sees. A part of another size is
     * another part, whose checksum is unknown.
     */
    private static final String REPLACE_PARTS = """
            WITH k AS MATERIALIZED (
                SELECT * FROM unnest(?::int[], ?::bigint[]) AS k (part, size_bytes)
            ), gone AS (
                DELETE FROM upload_part p WHERE bucket_id = ? AND upload_id = ?
                    AND NOT EXISTS (SELECT FROM k WHERE k.part = p.part)
            ), written AS (
                INSERT INTO upload_part AS p (bucket_id, upload_id, part, size_bytes)
                SELECT ?, ?, part, size_bytes FROM k
                ON CONFLICT (bucket_id, upload_id, part) DO UPDATE SET size_bytes = excluded.size_bytes, checksum = NULL
                    WHERE p.size_bytes <> excluded.size_bytes
            )
            INSERT INTO usage_delta (bucket_id, objects, bytes, part_bytes)
            SELECT ?, 0, 0, sum(size_bytes) FROM (
                SELECT size_bytes FROM k
                UNION ALL
                SELECT -size_bytes FROM upload_part WHERE bucket_id = ? AND upload_id = ?
            ) c HAVING sum(size_bytes) <> 0
            """;

    private static final String ADOPT = """
            INSERT INTO upload (bucket_id, upload_id, key, checked_at, hold_until)
            SELECT bucket_id, upload_id, key, '-infinity', now()
            FROM unnest(?::bigint[], ?::text[], ?::text[]) AS k (bucket_id, upload_id, key)
            ON CONFLICT (bucket_id, upload_id) DO NOTHING
            """;

    private static final String ASK_FOR = """
            UPDATE upload u SET checked_at = '-infinity', hold_until = coalesce(u.hold_until, now())
            FROM unnest(?::bigint[], ?::text[], ?::text[]) AS k (bucket_id, upload_id, key)
            WHERE u.bucket_id = k.bucket_id AND u.upload_id = k.upload_id AND u.key = k.key
            """;

    private final Database database;

    public JdbcUploadQueue(Database database) {
        this.database = database;
    }

    @Override
    public List<Claim> claim(int limit) {
        List<Claim> claimed = new ArrayList<>(database.all(CLAIM_DUE, JdbcUploadQueue::claim, limit));
        if (claimed.size() < limit) {
            claimed.addAll(database.all(CLAIM_DOUBTED, JdbcUploadQueue::claim, limit - claimed.size()));
        }
        return claimed;
    }

    private static Claim claim(ResultSet row) throws SQLException {
        Upload upload = new Upload(
                new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)), new UploadId(row.getString(3)));
        return new Claim(upload, row.getLong(4), row.getBoolean(5));
    }

    @Override
    public boolean settle(Claim claim, Optional<Map<PartNumber, Long>> partBytes) {
        return database.transact(connection -> {
            Optional<Long> changes = lock(connection, claim.upload());
            if (changes.isEmpty()) {
                return false;
            }
            if (changes.get() != claim.changes()) {
                // The answer may be older than the recorded change.
                askAgain(connection, claim.upload(), "interval '5 seconds'");
                return false;
            }
            if (partBytes.isEmpty()) {
                JdbcUploadTables.end(connection, claim.upload());
            } else {
                replaceParts(connection, claim.upload(), partBytes.get());
                update(connection, claim.isHeld() ? SETTLED_WHILE_HELD : SETTLED, claim.upload());
            }
            return true;
        });
    }

    private static Optional<Long> lock(Connection connection, Upload upload) throws SQLException {
        return Database.first(
                connection,
                "SELECT changes FROM upload" + THIS_UPLOAD + " FOR UPDATE",
                row -> row.getLong(1),
                upload.bucket(),
                upload.id().value(),
                upload.key().value());
    }

    private static void replaceParts(Connection connection, Upload upload, Map<PartNumber, Long> partBytes)
            throws SQLException {
        List<Map.Entry<PartNumber, Long>> parts = List.copyOf(partBytes.entrySet());
        String id = upload.id().value();
        Database.update(
                connection,
                REPLACE_PARTS,
                connection.createArrayOf(
                        "int", parts.stream().map(part -> part.getKey().value()).toArray()),
                connection.createArrayOf(
                        "bigint", parts.stream().map(Map.Entry::getValue).toArray()),
                upload.bucket(),
                id,
                upload.bucket(),
                id,
                upload.bucket(),
                upload.bucket(),
                id);
    }

    private static void askAgain(Connection connection, Upload upload, String after) throws SQLException {
        update(connection, "UPDATE upload SET checked_at = now() - " + DAY + " + " + after + THIS_UPLOAD, upload);
    }

    private static void update(Connection connection, String sql, Upload upload) throws SQLException {
        Database.update(
                connection,
                sql,
                upload.bucket(),
                upload.id().value(),
                upload.key().value());
    }

    @Override
    public void postpone(Claim claim, boolean isRefused) {
        database.query(connection -> {
            askAgain(connection, claim.upload(), isRefused ? DAY : "interval '1 minute'");
            return claim;
        });
    }

    @Override
    public int askFor(BucketId bucket) {
        return database.update(
                "UPDATE upload SET checked_at = '-infinity', hold_until = coalesce(hold_until, now())"
                        + " WHERE bucket_id = ?",
                bucket);
    }

    @Override
    public int askFor(List<Upload> uploads) {
        return update(ASK_FOR, uploads);
    }

    @Override
    public int adopt(List<Upload> listed) {
        return update(ADOPT, listed);
    }

    private int update(String sql, List<Upload> uploads) {
        return database.query(connection -> Database.update(
                connection,
                sql,
                connection.createArrayOf(
                        "bigint",
                        uploads.stream().map(upload -> upload.bucket().value()).toArray()),
                connection.createArrayOf(
                        "text",
                        uploads.stream().map(upload -> upload.id().value()).toArray()),
                connection.createArrayOf(
                        "text",
                        uploads.stream().map(upload -> upload.key().value()).toArray())));
    }
}
