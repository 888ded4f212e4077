package dev.ose.server.audit.jdbc;

import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditTables;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link AuditTables} in PostgreSQL. */
public final class JdbcAuditTables implements AuditTables {

    private static final long WEEK_SECONDS = 604_800;

    private static final String INSERT = """
            WITH written AS (
                INSERT INTO audit_entry (id, at, ended_at, status, code, node, request_id, source, operation,
                    actor, actor_key, login, actor_tenant, address, as_tenant, as_user,
                    tenant_id, user_id, bucket, access_key, subject)
                SELECT id, at, CASE WHEN status IS NULL THEN NULL ELSE at END, status, code, ?, request, source,
                    operation, actor, actor_key, login, actor_tenant, address, as_tenant, as_user, tenant, person,
                    bucket, access_key, subject
                FROM (SELECT set_config('synchronous_commit',
                        CASE WHEN ? THEN current_setting('synchronous_commit') ELSE 'off' END, true)) AS setting,
                    unnest(?::uuid[], ?::timestamptz[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::text[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::uuid[], ?::uuid[],
                    ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[])
                    AS call (id, at, status, code, request, source, operation,
                        actor, actor_key, login, actor_tenant, address, as_tenant, as_user,
                        tenant, person, bucket, access_key, subject)
                RETURNING id
            )
            INSERT INTO audit_due (receiver, entry_id) SELECT receiver, id FROM written, unnest(?::text[]) AS receiver
            """;

    /** A flush of the commit is not waited for: what a call has changed is durable by the call's own commit. */
    private static final String COMPLETE = """
            UPDATE audit_entry e SET ended_at = call.at, status = call.status, code = call.code,
                as_user = coalesce(e.as_user, call.as_user),
                tenant_id = coalesce(e.tenant_id, call.tenant), user_id = coalesce(e.user_id, call.person),
                bucket = CASE WHEN call.bucket = '' THEN e.bucket ELSE call.bucket END,
                access_key = CASE WHEN call.access_key = '' THEN e.access_key ELSE call.access_key END,
                subject = CASE WHEN call.subject = '' THEN e.subject ELSE call.subject END
            FROM (SELECT set_config('synchronous_commit', 'off', true)) AS setting,
                unnest(?::uuid[], ?::timestamptz[], ?::int[], ?::text[], ?::uuid[], ?::uuid[], ?::uuid[], ?::text[],
                    ?::text[], ?::text[])
                    AS call (id, at, status, code, as_user, tenant, person, bucket, access_key, subject)
            WHERE e.id = call.id
            """;

    private final Database database;
    private final String node;
    private final List<String> receivers;

    /** Weeks that are known to have a partition. */
    private final Set<Long> weeks = ConcurrentHashMap.newKeySet();

    /**
     * @param node the name of this node
     * @param receivers to which entries are forwarded
     */
    public JdbcAuditTables(Database database, String node, List<String> receivers) {
        this.database = database;
        this.node = node;
        this.receivers = List.copyOf(receivers);
    }

    @Override
    public void insert(List<Begun> entries) {
        entries.stream().map(begun -> begun.entry().id().moment()).forEach(this::prepare);
        database.query(connection -> insert(connection, entries));
    }

    /**
     * Inserts entries within a transaction of something else that they record; a week has been prepared for each.
     *
     * @return the number of entries that wait for receivers
     */
    public int insert(Connection connection, List<Begun> entries) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, node);
            statement.setBoolean(
                    2, entries.stream().anyMatch(begun -> begun.durability() == AuditTrail.Durability.AT_ONCE));
            Columns<Begun> columns = new Columns<>(connection, statement, entries, 3);
            addCall(columns);
            addActor(columns);
            addTarget(columns, begun -> begun.entry().target());
            statement.setArray(columns.next(), connection.createArrayOf("text", receivers.toArray()));
            return statement.executeUpdate();
        }
    }

    /** Makes room for entries of the week of a moment. */
    public void prepare(Instant moment) {
        long week = Math.floorDiv(moment.getEpochSecond(), WEEK_SECONDS);
        if (!weeks.contains(week)) {
            database.first("SELECT make_audit_partition(?)", row -> row.getBoolean(1), moment);
            weeks.add(week);
        }
    }

    private static void addCall(Columns<Begun> columns) throws SQLException {
        columns.add("uuid", begun -> begun.entry().id().value());
        columns.add("timestamptz", begun -> begun.entry().id().moment().atOffset(ZoneOffset.UTC));
        columns.add(
                "int4",
                begun -> begun.outcome() == null ? null : begun.outcome().status());
        columns.add(
                "text", begun -> begun.outcome() == null ? "" : begun.outcome().code());
        columns.add("text", begun -> begun.entry().requestId());
        columns.add("text", begun -> begun.entry().source().name());
        columns.add("text", begun -> begun.entry().operation());
    }

    private static void addActor(Columns<Begun> columns) throws SQLException {
        columns.add("text", begun -> begun.entry().actor().name());
        columns.add("text", begun -> begun.entry().actor().accessKey());
        columns.add("text", begun -> begun.entry().actor().login().name());
        columns.add("uuid", begun -> value(begun.entry().actor().tenant()));
        columns.add("text", begun -> begun.entry().actor().address());
        columns.add("uuid", begun -> value(begun.entry().actor().acting().tenant()));
        columns.add("uuid", begun -> value(begun.entry().actor().acting().user()));
    }

    private static <T> void addTarget(Columns<T> columns, Function<T, AuditTarget> target) throws SQLException {
        columns.add("uuid", each -> value(target.apply(each).tenant()));
        columns.add("uuid", each -> value(target.apply(each).user()));
        columns.add("text", each -> target.apply(each).bucket());
        columns.add("text", each -> target.apply(each).accessKey());
        columns.add("text", each -> target.apply(each).subject());
    }

    private static @Nullable Object value(@Nullable TenantId tenant) {
        return tenant == null ? null : tenant.value();
    }

    private static @Nullable Object value(@Nullable UserId user) {
        return user == null ? null : user.value();
    }

    @Override
    public void complete(List<Ended> ends) {
        database.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(COMPLETE)) {
                Columns<Ended> columns = new Columns<>(connection, statement, ends, 1);
                columns.add("uuid", end -> end.call().value());
                columns.add("timestamptz", end -> end.at().atOffset(ZoneOffset.UTC));
                columns.add("int4", end -> end.outcome().status());
                columns.add("text", end -> end.outcome().code());
                columns.add("uuid", end -> value(end.outcome().asUser()));
                addTarget(columns, end -> end.outcome().made());
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public int forget(Instant before) {
        database.update(
                "DELETE FROM audit_due WHERE entry_id < ?",
                AuditId.smallest(before).value());
        return database.first("SELECT drop_audit_partitions(?)", row -> row.getInt(1), before)
                .orElse(0);
    }

    /** Binds one array after the other, each with a column of all rows. */
    private static final class Columns<T> {

        private final Connection connection;
        private final PreparedStatement statement;
        private final List<T> rows;
        private int next;

        Columns(Connection connection, PreparedStatement statement, List<T> rows, int first) {
            this.connection = connection;
            this.statement = statement;
            this.rows = rows;
            this.next = first;
        }

        void add(String type, Function<T, @Nullable Object> column) throws SQLException {
            Array array =
                    connection.createArrayOf(type, rows.stream().map(column).toArray());
            statement.setArray(next++, array);
        }

        int next() {
            return next;
        }
    }
}
