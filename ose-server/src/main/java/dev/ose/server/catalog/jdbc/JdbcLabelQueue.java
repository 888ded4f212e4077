package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.label.DueLabels;
import dev.ose.server.catalog.label.LabelQueue;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The queue of objects whose labels are to be read, and the labels, as rows. */
public final class JdbcLabelQueue implements LabelQueue {

    /**
     * A statement or a part of one: queues the rows {@code c}, written or removed, whose buckets keep labels. Keys must
     * be distinct. If no bucket keeps labels, the cost is one lookup in an empty table for all rows together, otherwise
     * one index lookup for each row. An object whose probe failed is queued for soon, not for at once: it may change
     * because clients overwrite it continually.
     */
    static final String NOTE = """
            INSERT INTO label_due AS d (bucket_id, key)
            SELECT c.bucket_id, c.key FROM %s c JOIN labelled_bucket l ON l.bucket_id = c.bucket_id
            WHERE l.state <> 'REMOVING' AND EXISTS (SELECT FROM labelled_bucket)
            ON CONFLICT (bucket_id, key) DO UPDATE SET ver = d.ver + 1, attempts = 0, refusals = 0,
                due_at = CASE WHEN d.attempts + d.refusals = 0 THEN now()
                    ELSE least(d.due_at, now() + interval '10 seconds') END
            """;

    private static final String NOTE_ONE = NOTE.formatted("(SELECT ?::bigint AS bucket_id, ?::text AS key)");

    /** The duration of a request, plus a claim: a probe sent before the request ended may still be under way. */
    private static final String HOLD = "UPDATE label_due SET hold_until = now() + interval '4 minutes' + "
            + ObjectSql.HOLD + " WHERE bucket_id = ? AND key = ?";

    /**
     * If nothing is queued, one lookup in an empty table; otherwise a lookup of the first due row for each of a few
     * buckets.
     */
    private static final String BUCKETS = """
            SELECT l.bucket_id FROM labelled_bucket l
            WHERE l.bucket_id > ? AND l.state <> 'REMOVING' AND EXISTS (SELECT FROM label_due)
                AND EXISTS (SELECT FROM label_due q WHERE q.bucket_id = l.bucket_id AND q.due_at <= now())
            ORDER BY l.bucket_id LIMIT ?
            """;

    /** Longer than a key waits for its probes and those for the platform. */
    private static final String CLAIM = """
            UPDATE label_due d SET due_at = now() + interval '4 minutes'
            FROM (
                SELECT q.* FROM unnest(?::bigint[]) b (id) CROSS JOIN LATERAL (
                    SELECT q.bucket_id, q.key FROM label_due q WHERE q.bucket_id = b.id AND q.due_at <= now()
                    ORDER BY q.due_at LIMIT ? FOR UPDATE SKIP LOCKED) q) c
            WHERE d.bucket_id = c.bucket_id AND d.key = c.key
            RETURNING d.bucket_id, d.key, d.ver
            """;

    private static final String AS_CLAIMED = " WHERE bucket_id = ? AND key = ? AND ver = ?";

    private static final String PUT_BACK = "UPDATE label_due SET due_at = now() + interval '2 seconds'" + AS_CLAIMED;

    private static final String POSTPONE = """
            UPDATE label_due SET attempts = attempts + 1,
                due_at = now() + least(interval '60 seconds', interval '500 milliseconds' * 2 ^ least(attempts, 7))
            """ + AS_CLAIMED;

    /**
     * A minute, six, half an hour, hours, and then about once a day: a HEAD does not reveal whether the cause is
     * temporary, such as a suspended user. With jitter, because objects of a filled bucket were queued together.
     */
    private static final String REFUSE = """
            UPDATE label_due SET refusals = refusals + 1, attempts = 0, due_at = now()
                + interval '1 minute' * least(1440, 6 ^ least(refusals, 5)) * (0.75 + random() / 2)
            """ + AS_CLAIMED;

    private static final String ASK_AFTER_HOLD =
            "UPDATE label_due SET ver = ver + 1, attempts = 0, refusals = 0, due_at = hold_until" + AS_CLAIMED
                    + " AND hold_until > now()";

    private static final String IS_KEPT = "SELECT 1 FROM labelled_bucket WHERE bucket_id = ? AND state <> 'REMOVING'";

    private final Database database;
    private final BucketRotation rotation;

    public JdbcLabelQueue(Database database) {
        this.database = database;
        this.rotation = new BucketRotation(database, BUCKETS, CLAIM);
    }

    @Override
    public void note(ObjectAddress address) {
        database.update(NOTE_ONE, address.bucket(), address.key().value());
    }

    @Override
    public void noteUnsure(ObjectAddress address) {
        database.transact(connection -> {
            Database.update(
                    connection, NOTE_ONE, address.bucket(), address.key().value());
            return Database.update(
                    connection, HOLD, address.bucket(), address.key().value());
        });
    }

    @Override
    public List<DueLabels> claim(int limit) {
        return rotation.claim(limit, JdbcLabelQueue::due);
    }

    private static DueLabels due(ResultSet row) throws SQLException {
        return new DueLabels(
                new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2))), row.getLong(3));
    }

    /** The row lock of the queue entry guards the labels of the object. */
    @Override
    public boolean settle(DueLabels due, Optional<Labels> labels) {
        return database.transact(connection -> {
            if (!isAsClaimed(connection, due)) {
                return false;
            }
            boolean isKept = Database.first(
                            connection,
                            IS_KEPT,
                            row -> row.getInt(1),
                            due.address().bucket())
                    .isPresent();
            write(connection, due.address(), isKept ? labels : Optional.empty());
            if (change(connection, ASK_AFTER_HOLD, due) == 0) {
                change(connection, "DELETE FROM label_due" + AS_CLAIMED, due);
            }
            return true;
        });
    }

    private static boolean isAsClaimed(Connection connection, DueLabels due) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT 1 FROM label_due" + AS_CLAIMED + " FOR UPDATE",
                        row -> row.getInt(1),
                        due.address().bucket(),
                        due.address().key().value(),
                        due.version())
                .isPresent();
    }

    private static void write(Connection connection, ObjectAddress address, Optional<Labels> labels)
            throws SQLException {
        Optional<Labels> known = read(connection, address);
        if (known.equals(labels)) {
            return;
        }
        List<Long> before = LabelCodec.hashes(known.orElse(Labels.NONE));
        List<Long> after = LabelCodec.hashes(labels.orElse(Labels.NONE));
        changeValues(
                connection,
                "DELETE FROM object_label_value WHERE bucket_id = ? AND key = ? AND hash = ANY (?)",
                address,
                without(before, after));
        changeValues(
                connection,
                "INSERT INTO object_label_value (bucket_id, key, hash) SELECT ?, ?, unnest(?) ON CONFLICT DO NOTHING",
                address,
                without(after, before));
        if (labels.isPresent()) {
            Database.update(
                    connection,
                    "INSERT INTO object_label (bucket_id, key, labels) VALUES (?, ?, ?)"
                            + " ON CONFLICT (bucket_id, key) DO UPDATE SET labels = excluded.labels",
                    address.bucket(),
                    address.key().value(),
                    connection.createArrayOf("text", LabelCodec.pack(labels.get())));
        } else {
            Database.update(
                    connection,
                    "DELETE FROM object_label WHERE bucket_id = ? AND key = ?",
                    address.bucket(),
                    address.key().value());
        }
    }

    private static Optional<Labels> read(Connection connection, ObjectAddress address) throws SQLException {
        return Database.first(
                connection,
                "SELECT labels FROM object_label WHERE bucket_id = ? AND key = ?",
                row -> LabelCodec.unpack(RowMappers.texts(row, 1)),
                address.bucket(),
                address.key().value());
    }

    private static List<Long> without(List<Long> some, List<Long> others) {
        List<Long> left = new ArrayList<>(some);
        left.removeAll(others);
        return left;
    }

    private static void changeValues(Connection connection, String sql, ObjectAddress address, List<Long> hashes)
            throws SQLException {
        if (!hashes.isEmpty()) {
            Database.update(
                    connection,
                    sql,
                    address.bucket(),
                    address.key().value(),
                    connection.createArrayOf("bigint", hashes.toArray()));
        }
    }

    @Override
    public void putBack(List<DueLabels> due) {
        database.query(connection -> {
            for (DueLabels each : due) {
                change(connection, PUT_BACK, each);
            }
            return due;
        });
    }

    @Override
    public void postpone(DueLabels due) {
        database.query(connection -> change(connection, POSTPONE, due));
    }

    @Override
    public void refuse(DueLabels due) {
        database.transact(connection -> {
            boolean isAsClaimed = isAsClaimed(connection, due);
            if (isAsClaimed) {
                write(connection, due.address(), Optional.empty());
                change(connection, REFUSE, due);
            }
            return isAsClaimed;
        });
    }

    private static int change(Connection connection, String sql, DueLabels due) throws SQLException {
        return Database.update(
                connection, sql, due.address().bucket(), due.address().key().value(), due.version());
    }
}
