package dev.ose.server.node.jdbc;

import static dev.ose.server.database.RowMappers.instant;
import static dev.ose.server.database.RowMappers.instantOrNull;
import static dev.ose.server.database.RowMappers.word;

import dev.ose.server.database.Database;
import dev.ose.server.node.KnownNode;
import dev.ose.server.node.NodeLoad;
import dev.ose.server.node.NodeReport;
import dev.ose.server.node.NodeReports;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.lifecycle.NodeState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link NodeReports} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcNodeReports implements NodeReports {

    /** As long as the lease of a node's number. */
    private static final String ALIVE_FOR = "interval '15 seconds'";

    /** A node of a build before has a lease only; a row of an earlier run of another build is none of its own. */
    private static final String STATE = """
            CASE WHEN r.name IS NULL OR n.lease_until > now() AND n.started_at > r.seen_at
                    THEN CASE WHEN n.lease_until > now() THEN 'UNKNOWN' ELSE 'LOST' END
                WHEN r.stopped_at IS NOT NULL THEN 'STOPPED'
                WHEN r.seen_at < now() - %s THEN 'LOST'
                WHEN r.phase <> 'READY' THEN r.phase
                WHEN r.drain_at IS NULL THEN 'READY'
                WHEN r.is_drained AND r.open_requests = 0 THEN 'DRAINED'
                ELSE 'DRAINING' END
            """.formatted(ALIVE_FOR);

    /** The columns that {@link #node} reads, of {@link #NODES}. */
    public static final String COLUMNS = "name, version, state, started_at, seen_at, drain_at, drain_by, host,"
            + " s3_address, admin_address, phase, is_drained, open_requests, connections, journal_bytes,"
            + " ledger_lag_millis, clock_ahead_millis, certificate_ends_at";

    /** All known nodes, as a table; a node that takes another number has two leases for a moment. */
    public static final String NODES = """
            (SELECT coalesce(r.name, n.name) AS name, coalesce(r.version, n.version) AS version, %s AS state,
                coalesce(r.started_at, n.started_at) AS started_at,
                coalesce(greatest(r.seen_at, r.stopped_at), n.lease_until - %s) AS seen_at,
                r.drain_at, r.drain_by, r.host, r.s3_address, r.admin_address, r.phase, r.is_drained,
                r.open_requests, r.connections, r.journal_bytes, r.ledger_lag_millis, r.clock_ahead_millis,
                r.certificate_ends_at
            FROM (SELECT DISTINCT ON (name) name, version, started_at, lease_until FROM node
                ORDER BY name, lease_until DESC, id DESC) n
            FULL JOIN (SELECT * FROM node_report WHERE seen_at > now() - interval '1 day') r
                ON r.name = n.name) known_node
            """.formatted(STATE, ALIVE_FOR);

    private static final String REPORT = """
            INSERT INTO node_report AS r (name, version, host, s3_address, admin_address, phase, is_drained,
                open_requests, connections, journal_bytes, ledger_lag_millis, clock_ahead_millis, certificate_ends_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET version = excluded.version, host = excluded.host,
                s3_address = excluded.s3_address, admin_address = excluded.admin_address, phase = excluded.phase,
                is_drained = excluded.is_drained, open_requests = excluded.open_requests,
                connections = excluded.connections, journal_bytes = excluded.journal_bytes,
                ledger_lag_millis = excluded.ledger_lag_millis, clock_ahead_millis = excluded.clock_ahead_millis,
                certificate_ends_at = excluded.certificate_ends_at, stopped_at = NULL, seen_at = now()%s
            RETURNING clock_timestamp(), r.drain_at IS NOT NULL
            """;

    private static final String BEGIN = REPORT.formatted(", started_at = now(), drain_at = NULL, drain_by = NULL");

    private static final String GO_ON = REPORT.formatted("");

    private final Database database;

    public JdbcNodeReports(Database database) {
        this.database = database;
    }

    @Override
    public void begin(String name, String version, NodeReport report) {
        write(BEGIN, name, version, report);
        database.update("DELETE FROM node_report WHERE seen_at < now() - interval '1 day'");
    }

    @Override
    public Answer report(String name, String version, NodeReport report) {
        return write(GO_ON, name, version, report);
    }

    private Answer write(String sql, String name, String version, NodeReport report) {
        NodeLoad load = report.load();
        return database.first(
                        sql,
                        row -> new Answer(instant(row, 1), row.getBoolean(2)),
                        name,
                        version,
                        report.host(),
                        report.s3Address(),
                        report.adminAddress(),
                        report.phase(),
                        report.isDrained(),
                        load.openRequests(),
                        load.connections(),
                        load.journalBytes(),
                        millis(load.ledgerLag()),
                        millis(report.clockAhead()),
                        report.certificateEndsAt())
                .orElseThrow();
    }

    @Override
    public void end(String name) {
        database.update(
                "UPDATE node_report SET stopped_at = now(), drain_at = NULL, drain_by = NULL WHERE name = ?", name);
    }

    @Override
    public KnownNode get(String name) {
        return find(name).orElseThrow(() -> new FailureException(new Failure.NotFound("node", name)));
    }

    private Optional<KnownNode> find(String name) {
        return database.first("SELECT " + COLUMNS + " FROM " + NODES + " WHERE name = ?", JdbcNodeReports::node, name);
    }

    @Override
    public KnownNode order(String name, boolean isToDrain, String by) {
        String alive = " WHERE name = ? AND stopped_at IS NULL AND seen_at > now() - " + ALIVE_FOR;
        int changed = isToDrain
                ? database.update(
                        "UPDATE node_report SET drain_at = coalesce(drain_at, now()),"
                                + " drain_by = coalesce(drain_by, ?)" + alive,
                        by,
                        name)
                : database.update("UPDATE node_report SET drain_at = NULL, drain_by = NULL" + alive, name);
        KnownNode node = get(name);
        if (changed == 0) {
            throw new FailureException(
                    new Failure.WrongState("node", name, node.state().name()));
        }
        return node;
    }

    private static @Nullable Long millis(@Nullable Duration time) {
        return time == null ? null : time.toMillis();
    }

    /** The node of a row with {@link #COLUMNS}. */
    public static KnownNode node(ResultSet row) throws SQLException {
        @Nullable Instant drained = instantOrNull(row, 6);
        return new KnownNode(
                row.getString(1),
                row.getString(2),
                word(row, 3, KnownNode.State.UNKNOWN),
                instant(row, 4),
                instant(row, 5),
                drained == null ? null : new KnownNode.Drain(drained, row.getString(7)),
                report(row));
    }

    private static @Nullable NodeReport report(ResultSet row) throws SQLException {
        @Nullable String host = row.getString(8);
        return host == null
                ? null
                : new NodeReport(
                        host,
                        row.getString(9),
                        row.getString(10),
                        word(row, 11, NodeState.Phase.STARTING),
                        row.getBoolean(12),
                        new NodeLoad(row.getLong(13), row.getLong(14), row.getLong(15), duration(row, 16)),
                        duration(row, 17),
                        instantOrNull(row, 18));
    }

    private static @Nullable Duration duration(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Duration.ofMillis(millis);
    }
}
