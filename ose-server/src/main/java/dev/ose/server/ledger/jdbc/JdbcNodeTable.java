package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.RefusedKeys;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.node.LedgerOfOthers;
import dev.ose.server.ledger.node.NodeTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** {@link NodeTable} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcNodeTable implements NodeTable {

    private static final String LEASE = "now() + interval '15 seconds'";

    /** The time after its lease within which a node may still renew it; later its intents count as abandoned. */
    private static final String GRACE = "interval '10 seconds'";

    private static final String REAP = """
            WITH left_over AS (
                SELECT i.bucket_id, i.op_id, i.key FROM op_intent i
                WHERE NOT EXISTS (SELECT FROM node n
                    WHERE n.id = i.node_id AND n.lease_until + %2$s > now())
                ORDER BY i.bucket_id, i.key, i.op_id LIMIT ? FOR UPDATE OF i SKIP LOCKED
            ), removed AS (
                DELETE FROM op_intent i USING left_over l
                WHERE i.bucket_id = l.bucket_id AND i.key = l.key AND i.op_id = l.op_id
                RETURNING i.bucket_id, i.key
            ), marked AS (
                INSERT INTO object_dirty AS d (bucket_id, key, hold_until)
                SELECT DISTINCT bucket_id, key, now() + %1$s FROM removed ORDER BY bucket_id, key
                ON CONFLICT (bucket_id, key) DO UPDATE SET ver = excluded.ver, attempts = 0, due_at = now(),
                    refusals = %3$s, hold_until = greatest(d.hold_until, excluded.hold_until)
            )
            SELECT count(*) FROM removed
            """.formatted(ObjectSql.HOLD, GRACE, RefusedKeys.ASK_ONCE_MORE);

    /**
     * Puts uploads in doubt once for each dead node, {@code dead} being the nodes: requests may have ended there
     * unrecorded, and the platform may still carry out what they sent.
     */
    private static final String RECHECK_UPLOADS = """
            WITH dead AS (%%s)
            INSERT INTO upload_recheck (at)
            SELECT at FROM (VALUES (now()), (now() + %s)) AS d (at)
            WHERE EXISTS (SELECT FROM dead WHERE NOT is_expiry_recorded)
            """.formatted(ObjectSql.HOLD);

    private static final String REMOVE_FORMER =
            RECHECK_UPLOADS.formatted("DELETE FROM node WHERE name = ? AND id <> ? RETURNING is_expiry_recorded");

    private static final String RECORD_EXPIRED =
            RECHECK_UPLOADS.formatted(("UPDATE node SET is_expiry_recorded = true WHERE NOT is_expiry_recorded"
                            + " AND lease_until + %s <= now() RETURNING false AS is_expiry_recorded")
                    .formatted(GRACE));

    /** Nodes of which one ends writes in rows and the other in the log do not see what the other has open. */
    private static final String OF_ANOTHER_LEDGER = "SELECT name FROM node WHERE ledger <> ? AND name <> ?"
            + " AND lease_until + " + GRACE + " > now() ORDER BY name LIMIT 1";

    /** A node that takes another number has two for a moment. */
    private static final String OF_THE_SAME_NAME = " WHERE name = (SELECT name FROM node WHERE id = ?)";

    private static final int MAX_TRIES = 100;

    private final Database database;
    private final String version;
    private final String ledger;

    /** For nodes that end writes in rows. */
    public JdbcNodeTable(Database database, String version) {
        this(database, version, "TABLES");
    }

    /** @param ledger a value of the column */
    public JdbcNodeTable(Database database, String version, String ledger) {
        this.database = database;
        this.version = version;
        this.ledger = ledger;
    }

    @Override
    public int register(String name) {
        return database.transact(connection -> {
            int node = join(connection, name);
            Database.update(connection, REMOVE_FORMER, name, node);
            return node;
        });
    }

    @Override
    public int registerBeside(String name) {
        return database.transact(connection -> join(connection, name));
    }

    /** If two nodes register at once, the second sees the first. */
    private int join(Connection connection, String name) throws SQLException {
        Database.update(connection, "LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE");
        Optional<String> other = Database.first(connection, OF_ANOTHER_LEDGER, row -> row.getString(1), ledger, name);
        if (other.isPresent()) {
            throw new LedgerOfOthers(other.get());
        }
        return insert(connection, name);
    }

    @Override
    public void leaveFormer(String name, int node) {
        database.update(REMOVE_FORMER, name, node);
    }

    /** The sequence wraps around some day; numbers in use are skipped. */
    private int insert(Connection connection, String name) throws SQLException {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Integer> node = Database.first(
                    connection,
                    "INSERT INTO node (id, name, version, ledger, lease_until)"
                            + " VALUES (nextval('node_id_seq'), ?, ?, ?, " + LEASE
                            + ") ON CONFLICT (id) DO NOTHING RETURNING id",
                    row -> row.getInt(1),
                    name,
                    version,
                    ledger);
            if (node.isPresent()) {
                return node.get();
            }
        }
        throw new IllegalStateException("no node number is free");
    }

    @Override
    public boolean renew(int node, boolean isCaughtUp) {
        return database.update(
                        "UPDATE node SET lease_until = " + LEASE + ", is_expiry_recorded = false, is_caught_up = ?"
                                + OF_THE_SAME_NAME,
                        isCaughtUp,
                        node)
                > 0;
    }

    @Override
    public void leave(int node, boolean isCaughtUp) {
        database.update(
                (isCaughtUp ? "DELETE FROM node" : "UPDATE node SET lease_until = now() - " + GRACE) + OF_THE_SAME_NAME,
                node);
    }

    @Override
    public int reap(int limit) {
        database.update(RECORD_EXPIRED);
        return database.first(REAP, row -> row.getInt(1), limit).orElse(0);
    }

    @Override
    public void forgetGone() {
        // No successor deleted them; their intents were reaped meanwhile.
        database.update("DELETE FROM node WHERE lease_until < now() - interval '1 day'");
        // All uploads of that time have been verified, as they are each day.
        database.update("DELETE FROM upload_recheck WHERE at < now() - interval '2 days'");
    }
}
