package dev.ose.server.store;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.DirtyKey;
import dev.ose.server.object.DirtyKeys;
import dev.ose.server.object.ObjectAddress;
import dev.ose.server.object.ObjectFacts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows of dirty keys. */
public final class JdbcDirtyKeys implements DirtyKeys {

    /**
     * Whoever ended a write without knowing of a mark that old has long committed: a statement is given five seconds, and a
     * transaction that nobody goes on with ten.
     */
    private static final String LONG_AGO = "interval '20 seconds'";

    private static final String CLAIM = """
            UPDATE object_dirty d SET due_at = now() + interval '45 seconds'
            FROM (
                SELECT q.bucket_id, q.key FROM object_dirty q
                WHERE q.due_at <= now()
                    AND (q.since < now() - %s
                        OR NOT EXISTS (SELECT FROM op_intent i WHERE i.bucket_id = q.bucket_id AND i.key = q.key))
                ORDER BY q.due_at LIMIT ? FOR UPDATE SKIP LOCKED
            ) c
            WHERE d.bucket_id = c.bucket_id AND d.key = c.key
            RETURNING d.bucket_id, d.key, d.ver, d.hold_until > now()
            """.formatted(LONG_AGO);

    private static final String POSTPONE = """
            UPDATE object_dirty SET attempts = attempts + 1,
                due_at = now() + least(interval '60 seconds', interval '500 milliseconds' * 2 ^ least(attempts, 7))
            WHERE bucket_id = ? AND key = ?
            """;

    /** With {@code attempts}, so that more writes to the key bring the next question no nearer. */
    private static final String ASK_AGAIN = """
            UPDATE object_dirty SET attempts = attempts + 1,
                due_at = now() + interval '5 seconds' * 2 ^ least(attempts, 3)
            WHERE bucket_id = ? AND key = ?
            """;

    private static final String THIS_KEY = " WHERE bucket_id = ? AND key = ?";

    private final Database database;

    public JdbcDirtyKeys(Database database) {
        this.database = database;
    }

    @Override
    public List<DirtyKey> claim(int limit) {
        return database.all(
                CLAIM,
                row -> new DirtyKey(
                        new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2))),
                        row.getLong(3),
                        row.getBoolean(4)),
                limit);
    }

    @Override
    public boolean settle(DirtyKey key, Optional<ObjectFacts> facts) {
        return database.transact(connection -> {
            FoldLock.share(connection, key.address().bucket());
            if (!isMarkedAsClaimed(connection, key)) {
                update(connection, "UPDATE object_dirty SET due_at = now()" + THIS_KEY, key.address());
                return false;
            }
            if (hasIntent(connection, key)) {
                if (facts.isPresent() && isMore(connection, key, facts.get())) {
                    write(connection, key.address(), facts);
                }
                update(connection, ASK_AGAIN, key.address());
                return false;
            }
            write(connection, key.address(), facts);
            unmark(connection, key);
            return true;
        });
    }

    /** Locks the mark. */
    private static boolean isMarkedAsClaimed(Connection connection, DirtyKey key) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT ver FROM object_dirty" + THIS_KEY + " FOR UPDATE",
                        row -> row.getLong(1),
                        key.address().bucket(),
                        key.address().key().value())
                .filter(version -> version == key.version())
                .isPresent();
    }

    /**
     * To be asked behind the lock of the mark, in a statement that sees all that was committed before: a completion changes the
     * mark before it removes its intent, so it cannot slip through.
     */
    private static boolean hasIntent(Connection connection, DirtyKey key) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT 1 FROM op_intent" + THIS_KEY + " LIMIT 1",
                        row -> row.getInt(1),
                        key.address().bucket(),
                        key.address().key().value())
                .isPresent();
    }

    private static boolean isMore(Connection connection, DirtyKey key, ObjectFacts facts) throws SQLException {
        return JdbcObjectIndex.get(connection, key.address())
                .filter(known -> known.sizeBytes() >= facts.sizeBytes())
                .isEmpty();
    }

    private static void write(Connection connection, ObjectAddress address, Optional<ObjectFacts> facts)
            throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        Map<ObjectAddress, ObjectFacts> folded = FoldedObjects.find(connection, address);
        if (!folded.isEmpty()) {
            sql.unfold(folded);
        }
        if (facts.isPresent()) {
            sql.writeFacts(Map.of(address, facts.get()));
        } else {
            sql.deleteRows(List.of(address));
        }
        try (PreparedStatement statement = sql.prepare()) {
            statement.execute();
        }
    }

    /** Held when claimed, not now: the question was put before the hold ended, and a write may have come after it. */
    private static void unmark(Connection connection, DirtyKey key) throws SQLException {
        update(
                connection,
                key.held()
                        ? "UPDATE object_dirty SET due_at = hold_until, attempts = 0" + THIS_KEY
                        : "DELETE FROM object_dirty" + THIS_KEY,
                key.address());
    }

    private static int update(Connection connection, String sql, ObjectAddress address) throws SQLException {
        return Database.update(connection, sql, address.bucket(), address.key().value());
    }

    @Override
    public void postpone(DirtyKey key) {
        database.update(POSTPONE, key.address().bucket(), key.address().key().value());
    }
}
