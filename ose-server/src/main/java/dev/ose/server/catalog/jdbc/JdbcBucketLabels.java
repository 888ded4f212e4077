package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.label.BucketLabels;
import dev.ose.server.catalog.label.LabelState;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** {@link BucketLabels} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcBucketLabels implements BucketLabels {

    /**
     * The order in which a bucket's labels are deleted. The queue comes first, because labels are settled by it. Labels
     * come before their values: if the bucket is filled again meanwhile, no values are written for labels that are
     * found unchanged, whereas searches ignore a value without a label.
     */
    static final List<String> TABLES = List.of("label_due", "object_label", "object_label_value");

    private static final int OBJECTS_PER_STEP = 500;

    /**
     * Filling pauses while that many objects of the bucket are due, so that labels of new writes need not wait for
     * millions of existing objects.
     */
    private static final int MAX_WAITING = 1_000;

    /**
     * Filling also stops if a platform refuses that many objects: each is probed about once a day for the bucket's
     * lifetime.
     */
    private static final int MAX_REFUSED = MAX_COUNTED;

    private static final int ROWS_PER_DELETE = 10_000;

    /**
     * A transaction that did not see the bucket's state has ended by then: a statement may take five seconds, and an
     * idle transaction is ended after ten.
     */
    private static final String SINCE_LONG = "changed_at < now() - interval '20 seconds'";

    private static final String KEEP = """
            INSERT INTO labelled_bucket AS l (bucket_id)
            SELECT id FROM bucket WHERE id = ? AND tenant_id = ?
            ON CONFLICT (bucket_id) DO UPDATE SET state = 'FILLING', changed_at = now(), position = '', queued = 0
                WHERE l.state = 'REMOVING'
            """;

    private static final String DROP = """
            UPDATE labelled_bucket SET state = 'REMOVING', changed_at = now()
            WHERE bucket_id = (SELECT id FROM bucket WHERE id = ? AND tenant_id = ?) AND state <> 'REMOVING'
            """;

    private static final String STATUS = """
            SELECT l.state, l.queued,
                (SELECT count(*) FROM (SELECT FROM label_due d WHERE d.bucket_id = l.bucket_id LIMIT ?) waiting)
            FROM labelled_bucket l WHERE l.bucket_id = (SELECT id FROM bucket WHERE id = ? AND tenant_id = ?)
            """;

    /** Claimed rows count as due; refused ones have a limit of their own, counted with all others. */
    private static final String NEXT_TO_FILL =
            """
            SELECT l.bucket_id, l.position FROM labelled_bucket l
            WHERE l.state = 'FILLING' AND l.%s AND (SELECT count(*) FROM (
                SELECT FROM label_due d WHERE d.bucket_id = l.bucket_id AND d.due_at < now() + interval '4 minutes'
                LIMIT %d) waiting) < %d AND (SELECT count(*) FROM (
                SELECT FROM label_due d WHERE d.bucket_id = l.bucket_id LIMIT %d) noted) < %d
            ORDER BY l.queued LIMIT 1
            """.formatted(SINCE_LONG, MAX_WAITING, MAX_WAITING, MAX_REFUSED, MAX_REFUSED);

    /**
     * One statement, because a node that stops between two would hold its queue rows against writers of those objects.
     * Does nothing if another node filled the bucket or it was started over meanwhile. Queues existing rows again:
     * labels may have been enabled again because the platform reports something else now.
     *
     * <p>A writer of many objects holds some queue rows while it waits for others, as this does, and the orders differ.
     * The short lock timeout makes this statement give way before PostgreSQL detects a deadlock.
     */
    private static final String QUEUE = """
            WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', '200ms', true) AS is_short),
            filled AS (
                UPDATE labelled_bucket l SET position = ?, queued = l.queued + ?, state = ? FROM patience p
                WHERE l.bucket_id = ? AND l.position = ? AND l.state = 'FILLING' AND l.%s AND p.is_short IS NOT NULL
                RETURNING l.bucket_id)
            INSERT INTO label_due AS d (bucket_id, key)
            SELECT f.bucket_id, k.key FROM filled f CROSS JOIN unnest(?::text[]) AS k (key)
            ON CONFLICT (bucket_id, key) DO UPDATE SET ver = d.ver + 1, attempts = 0, refusals = 0, due_at = now()
            """.formatted(SINCE_LONG);

    private static final String NEXT_TO_EMPTY = "SELECT bucket_id FROM labelled_bucket WHERE state = 'REMOVING' AND "
            + SINCE_LONG + " ORDER BY changed_at LIMIT 1 FOR UPDATE SKIP LOCKED";

    private final Database database;

    public JdbcBucketLabels(Database database) {
        this.database = database;
    }

    @Override
    public Status status(TenantId tenant, BucketId bucket) {
        return database.first(
                        STATUS,
                        row -> new Status(LabelState.valueOf(row.getString(1)), row.getLong(2), row.getInt(3)),
                        MAX_COUNTED,
                        bucket,
                        tenant)
                .orElse(new Status(LabelState.OFF, 0, 0));
    }

    @Override
    public void keep(TenantId tenant, BucketId bucket) {
        database.update(KEEP, bucket, tenant);
    }

    @Override
    public void drop(TenantId tenant, BucketId bucket) {
        database.update(DROP, bucket, tenant);
    }

    @Override
    public boolean work() {
        boolean hasFilled = database.query(JdbcBucketLabels::fill);
        boolean hasEmptied = database.transact(JdbcBucketLabels::empty);
        return hasFilled || hasEmptied;
    }

    private static boolean fill(Connection connection) throws SQLException {
        Optional<Place> next = Database.first(
                connection, NEXT_TO_FILL, row -> new Place(new BucketId(row.getLong(1)), row.getString(2)));
        if (next.isPresent()) {
            queue(connection, next.get());
        }
        return next.isPresent();
    }

    private static void queue(Connection connection, Place from) throws SQLException {
        List<IndexedObject> objects =
                JdbcObjectIndex.range(connection, from.bucket(), KeyRange.behind(from.position()), OBJECTS_PER_STEP);
        Object[] keys = objects.stream().map(each -> each.key().value()).toArray();
        Database.update(
                connection,
                QUEUE,
                objects.isEmpty() ? from.position() : objects.getLast().key().value(),
                keys.length,
                keys.length < OBJECTS_PER_STEP ? LabelState.FILLED : LabelState.FILLING,
                from.bucket(),
                from.position(),
                connection.createArrayOf("text", keys));
    }

    /** The key after which the filling of a bucket continues. */
    private record Place(BucketId bucket, String position) {}

    private static boolean empty(Connection connection) throws SQLException {
        Optional<BucketId> next = Database.first(connection, NEXT_TO_EMPTY, row -> new BucketId(row.getLong(1)));
        if (next.isPresent()) {
            empty(connection, next.get());
        }
        return next.isPresent();
    }

    private static void empty(Connection connection, BucketId bucket) throws SQLException {
        for (String table : TABLES) {
            if (DeletedBucketRows.delete(connection, table, bucket, ROWS_PER_DELETE) > 0) {
                return;
            }
        }
        Database.update(connection, "DELETE FROM labelled_bucket WHERE bucket_id = ?", bucket);
    }
}
