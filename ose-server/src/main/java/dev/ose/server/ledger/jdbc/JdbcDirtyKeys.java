package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.catalog.jdbc.BucketRotation;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.ObjectStatements;
import dev.ose.server.catalog.jdbc.RefusedKeys;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.DirtyKeys;
import dev.ose.server.ledger.verify.KeyContent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@link DirtyKeys} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcDirtyKeys implements DirtyKeys {

    /**
     * A completion that did not see a mark of this age has committed: a statement may take five seconds, and an idle
     * transaction is ended after ten.
     */
    private static final String LONG_AGO = "interval '20 seconds'";

    /** Walks an index from the key that has waited longest. */
    private static final String DUE = """
            SELECT q.bucket_id, q.key FROM object_dirty q
            WHERE %%s AND q.due_at <= now()
                AND (q.since < now() - %s
                    OR NOT EXISTS (SELECT FROM op_intent i WHERE i.bucket_id = q.bucket_id AND i.key = q.key))
            ORDER BY q.due_at LIMIT ? FOR UPDATE SKIP LOCKED""".formatted(LONG_AGO);

    /** Longer than a key waits for its probe and the probe for the platform, so that no key is probed twice at once. */
    private static final String CLAIM = """
            UPDATE object_dirty d SET due_at = now() + interval '90 seconds'
            FROM (%s) c
            WHERE d.bucket_id = c.bucket_id AND d.key = c.key
            RETURNING d.bucket_id, d.key, d.ver, d.hold_until > now()
            """;

    /** Only marks that are unchanged since the claim; in lock order. */
    private static final String PUT_BACK = """
            UPDATE object_dirty d SET due_at = now() + interval '5 seconds'
            FROM (
                SELECT q.bucket_id, q.key
                FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS k (bucket_id, key, ver)
                    JOIN object_dirty q ON q.bucket_id = k.bucket_id AND q.key = k.key AND q.ver = k.ver
                ORDER BY q.bucket_id, q.key FOR UPDATE OF q SKIP LOCKED) c
            WHERE d.bucket_id = c.bucket_id AND d.key = c.key
            """;

    /** Parameters: bucket ids, and the number of keys for each. */
    private static final String CLAIM_OF_BUCKETS =
            CLAIM.formatted("SELECT q.* FROM unnest(?::bigint[]) b (id) CROSS JOIN LATERAL ("
                    + DUE.formatted("q.bucket_id = b.id AND q." + RefusedKeys.IS_ASKED_FOR) + ") q");

    private static final String CLAIM_OLDEST = CLAIM.formatted(DUE.formatted("q." + RefusedKeys.IS_ASKED_FOR));

    private static final String CLAIM_PARKED = CLAIM.formatted(DUE.formatted("q." + RefusedKeys.IS_PARKED));

    /** Few enough that parked keys, for which nothing waits, hardly delay the others. */
    private static final int PARKED_PER_CLAIM = 4;

    /**
     * Steps from bucket to bucket, however many marks each has; buckets behind the last step are claimed with what
     * others leave. The condition is a scalar, not EXISTS, which may be planned as a join that has another order.
     */
    private static final String BUCKETS = """
            WITH RECURSIVE marked (bucket_id, step) AS (
                SELECT min(bucket_id), 1 FROM object_dirty WHERE bucket_id > ? AND %1$s
                UNION ALL
                SELECT (SELECT min(d.bucket_id) FROM object_dirty d WHERE d.bucket_id > m.bucket_id AND d.%1$s),
                    step + 1
                FROM marked m WHERE m.bucket_id IS NOT NULL AND step < 1000
            )
            SELECT bucket_id FROM marked m WHERE (
                SELECT true FROM object_dirty q WHERE q.bucket_id = m.bucket_id AND q.%1$s AND q.due_at <= now()
                LIMIT 1)
            LIMIT ?
            """.formatted(RefusedKeys.IS_ASKED_FOR);

    /** Nothing waits for parked keys, so they may back off for ten minutes. */
    private static final String POSTPONE = """
            UPDATE object_dirty SET attempts = attempts + 1, due_at = now() + CASE WHEN %s THEN interval '10 minutes'
                ELSE least(interval '60 seconds', interval '500 milliseconds' * 2 ^ least(attempts, 7)) END
            WHERE bucket_id = ? AND key = ?
            """.formatted(RefusedKeys.IS_PARKED);

    /**
     * A minute, six, half an hour, hours, and then about once a day; with jitter, because a sync run marks many keys at
     * the same time.
     */
    private static final String REFUSE = """
            UPDATE object_dirty SET refusals = refusals + 1, attempts = 0, due_at = now()
                + interval '1 minute' * least(1440, 6 ^ least(refusals, 5)) * (0.75 + random() / 2)
            WHERE bucket_id = ? AND key = ? AND ver = ?
            """;

    /** Backs off by {@code attempts}, so that more writes to the key do not bring the next probe forward. */
    private static final String ASK_AGAIN = """
            UPDATE object_dirty SET attempts = attempts + 1, refusals = 0,
                due_at = now() + interval '5 seconds' * 2 ^ least(attempts, 3)
            WHERE bucket_id = ? AND key = ?
            """;

    /** Not a join, which may read the whole index: statistics may say that it is empty ({@link ObjectStatements}). */
    private static final String ONE_KEY = " WHERE bucket_id = (?::bigint[])[1] AND key = (?::text[])[1]";

    /** Parameters: the address of one key. */
    static final String UNMARK = "DELETE FROM object_dirty" + ONE_KEY;

    /**
     * Parameters: the address of one key. For a mark that was held at the time of the claim: the probe was sent before
     * the hold ended, and a write may have followed.
     */
    static final String RELEASE = "UPDATE object_dirty SET due_at = hold_until, attempts = 0, refusals = 0" + ONE_KEY;

    private static final String COUNT_REFUSED =
            "SELECT count(*) FROM (SELECT FROM object_dirty WHERE " + RefusedKeys.IS_PARKED + " LIMIT 100000) refused";

    private static final String THIS_KEY = " WHERE bucket_id = ? AND key = ?";

    private final Database database;
    private final CatchUp catchUp;
    private final BucketRotation rotation;

    /** For rows that never lag behind. */
    public JdbcDirtyKeys(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcDirtyKeys(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
        this.rotation = new BucketRotation(database, BUCKETS, CLAIM_OF_BUCKETS);
    }

    @Override
    public List<DirtyKey> claim(int limit) {
        List<DirtyKey> claimed = new ArrayList<>(rotation.claim(limit, JdbcDirtyKeys::key));
        if (claimed.size() < limit) {
            // Buckets with few keys leave the rest of their share to those with many.
            claimed.addAll(database.all(CLAIM_OLDEST, JdbcDirtyKeys::key, limit - claimed.size()));
        }
        if (claimed.size() < limit) {
            int parked = Math.min(PARKED_PER_CLAIM, limit - claimed.size());
            claimed.addAll(database.all(CLAIM_PARKED, JdbcDirtyKeys::key, parked));
        }
        return claimed;
    }

    private static DirtyKey key(ResultSet row) throws SQLException {
        return new DirtyKey(
                new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2))),
                row.getLong(3),
                row.getBoolean(4));
    }

    /**
     * In a log the answer has a place as well: behind everything that came before the platform was asked, and the lane
     * is held for it. Compared with rows that lag behind, it would be undone by what the log has already.
     */
    @Override
    public boolean settle(DirtyKey key, KeyContent content) {
        catchUp.of(key.address().bucket());
        return database.transact(connection -> {
            MarkedKey now = MarkedKey.lock(connection, key.address(), catchUp);
            if (!now.isMarkedBy(key.version())) {
                update(connection, "UPDATE object_dirty SET due_at = now()" + THIS_KEY, key.address());
                return false;
            }
            if (now.isOpen()) {
                if (content.newest().isPresent() && isMore(connection, key, content)) {
                    write(connection, now, content).execute();
                    replaceOlder(connection, key.address(), content);
                }
                update(connection, ASK_AGAIN, key.address());
                return false;
            }
            ObjectSql changes = write(connection, now, content);
            if (!content.isWhole()) {
                changes.execute();
                replaceOlder(connection, key.address(), content);
                refuse(connection, key);
                return false;
            }
            unmark(changes, key);
            if (content.older().isEmpty()) {
                // Spares the round trip: what is committed is not committed again.
                changes.commit();
            }
            changes.execute();
            replaceOlder(connection, key.address(), content);
            return true;
        });
    }

    private static void unmark(ObjectSql changes, DirtyKey key) throws SQLException {
        changes.add(key.held() ? RELEASE : UNMARK);
        changes.addArray("bigint", new long[] {key.address().bucket().value()});
        changes.addArray("text", new String[] {key.address().key().value()});
    }

    private static boolean isMore(Connection connection, DirtyKey key, KeyContent content) throws SQLException {
        long known = JdbcObjectIndex.get(connection, key.address())
                        .map(ObjectFacts::sizeBytes)
                        .orElse(-1L)
                + (content.older().isPresent() ? JdbcOlderVersions.bytes(connection, key.address()) : 0);
        long reported = content.newest().map(ObjectFacts::sizeBytes).orElse(-1L)
                + content.older().stream()
                        .flatMap(List::stream)
                        .mapToLong(OlderVersion::sizeBytes)
                        .sum();
        return reported > known;
    }

    private static ObjectSql write(Connection connection, MarkedKey key, KeyContent content) throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        if (!key.folded().isEmpty()) {
            sql.unfold(key.folded());
        }
        if (content.newest().isPresent()) {
            sql.writeFacts(Map.of(key.address(), content.newest().get()));
        } else {
            sql.deleteRows(List.of(key.address()));
        }
        return sql;
    }

    /** After the object's row, which may have become one of them by being written. */
    private static void replaceOlder(Connection connection, ObjectAddress address, KeyContent content)
            throws SQLException {
        if (content.older().isPresent()) {
            ObjectSql.replaceOlder(connection, address, content.older().get());
        }
    }

    private static int update(Connection connection, String sql, ObjectAddress address) throws SQLException {
        return Database.update(connection, sql, address.bucket(), address.key().value());
    }

    @Override
    public void putBack(List<DirtyKey> keys) {
        database.query(connection -> Database.update(
                connection,
                PUT_BACK,
                connection.createArrayOf(
                        "bigint",
                        keys.stream().map(key -> key.address().bucket().value()).toArray()),
                connection.createArrayOf(
                        "text",
                        keys.stream().map(key -> key.address().key().value()).toArray()),
                connection.createArrayOf(
                        "bigint", keys.stream().map(DirtyKey::version).toArray())));
    }

    @Override
    public void postpone(DirtyKey key) {
        database.update(POSTPONE, key.address().bucket(), key.address().key().value());
    }

    @Override
    public void refuse(DirtyKey key) {
        database.transact(connection -> refuse(connection, key));
    }

    private static int refuse(Connection connection, DirtyKey key) throws SQLException {
        return Database.update(
                connection, REFUSE, key.address().bucket(), key.address().key().value(), key.version());
    }

    @Override
    public int countRefused() {
        return database.first(COUNT_REFUSED, row -> row.getInt(1)).orElse(0);
    }
}
