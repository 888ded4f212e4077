package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.access.portal.AnnouncementReaders;
import dev.ose.server.admin.access.portal.AnnouncementSeverity;
import dev.ose.server.admin.access.portal.AnnouncementState;
import dev.ose.server.admin.access.portal.AnnouncementStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@link AnnouncementStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcAnnouncementStore implements AnnouncementStore {

    /** Whether an announcement is shown. */
    public static final String STATE = "(CASE WHEN ends_at <= now() THEN 'ENDED' WHEN begins_at > now() THEN"
            + " 'SCHEDULED' ELSE 'CURRENT' END COLLATE \"C\")";

    /** The columns that {@link #read} reads. */
    public static final String COLUMNS =
            "id, text, severity, audience, tenants, begins_at, ends_at, " + STATE + ", created_at, changed_at";

    private static final String KIND = "announcement";

    /** How many of these ids are tenants, not counting those that are being created. */
    private static final String KNOWN =
            "SELECT count(*) FROM tenant WHERE id = ANY (?) AND platform_tenant_id IS NOT NULL";

    private static final String ADD = "INSERT INTO announcement (text, severity, audience, tenants, begins_at,"
            + " ends_at) VALUES (?, ?, ?, ?, coalesce(?, now()), ?) RETURNING " + COLUMNS;

    private static final String PUT = "UPDATE announcement SET text = ?, severity = ?, audience = ?, tenants = ?,"
            + " begins_at = coalesce(?, begins_at), ends_at = ?, changed_at = now() WHERE id = ?";

    private static final String CURRENT = "SELECT " + COLUMNS + " FROM announcement WHERE begins_at <= now()"
            + " AND (ends_at IS NULL OR ends_at > now()) AND audience = ANY (?)"
            + " AND (tenants = '{}' OR ?::uuid = ANY (tenants))"
            + " ORDER BY array_position(ARRAY['CRITICAL', 'WARNING', 'INFO'], severity), begins_at DESC, id LIMIT ?";

    private final Database database;

    public JdbcAnnouncementStore(Database database) {
        this.database = database;
    }

    @Override
    public Announcement add(Announcement.Content content) {
        return database.transact(connection -> {
            requireTenants(connection, content.tenants());
            requireSpan(connection, "SELECT coalesce(?::timestamptz, now())", content);
            return Database.first(connection, ADD, JdbcAnnouncementStore::read, values(connection, content))
                    .orElseThrow();
        });
    }

    private static @Nullable Object[] values(Connection connection, Announcement.Content content) throws SQLException {
        return new @Nullable Object[] {
            content.text(),
            content.severity(),
            content.audience(),
            ids(connection, content.tenants()),
            content.beginsAt(),
            content.endsAt()
        };
    }

    private static Array ids(Connection connection, Set<TenantId> tenants) throws SQLException {
        return connection.createArrayOf(
                "uuid", tenants.stream().map(TenantId::value).sorted().toArray());
    }

    private static void requireTenants(Connection connection, Set<TenantId> tenants) throws SQLException {
        long known = Database.first(connection, KNOWN, row -> row.getLong(1), ids(connection, tenants))
                .orElseThrow();
        if (known < tenants.size()) {
            throw new FailureException(new Failure.Invalid("tenants", "must be ids of tenants"));
        }
    }

    /** @param begin the query of the beginning, of which the first parameter is that of the content */
    private static void requireSpan(
            Connection connection, String begin, Announcement.Content content, Object... further) throws SQLException {
        @Nullable Instant end = content.endsAt();
        @Nullable Object[] parameters = new @Nullable Object[1 + further.length];
        parameters[0] = content.beginsAt();
        System.arraycopy(further, 0, parameters, 1, further.length);
        Instant start = Database.first(connection, begin, row -> RowMappers.instant(row, 1), parameters)
                .orElseThrow();
        if (end != null && !end.isAfter(start)) {
            throw new FailureException(new Failure.Invalid("endsAt", "must be after the beginning"));
        }
    }

    @Override
    public Revised<Announcement> get(UUID id) {
        return database.first(
                        "SELECT " + COLUMNS + ", revision FROM announcement WHERE id = ?",
                        Revisions.with(JdbcAnnouncementStore::read),
                        id)
                .orElseThrow(() -> missing(id));
    }

    private static FailureException missing(UUID id) {
        return new FailureException(new Failure.NotFound(KIND, id.toString()));
    }

    @Override
    public void put(UUID id, Announcement.Content content, Expected expected) {
        database.transact(connection -> {
            requirePresent(connection, id, expected);
            requireTenants(connection, content.tenants());
            String begin = "SELECT coalesce(?::timestamptz, begins_at) FROM announcement WHERE id = ?";
            requireSpan(connection, begin, content, id);
            @Nullable
            Object[] values = Stream.concat(Arrays.stream(values(connection, content)), Stream.of(id))
                    .toArray();
            return Database.update(connection, PUT, values);
        });
    }

    @Override
    public void remove(UUID id, Expected expected) {
        database.transact(connection -> {
            requirePresent(connection, id, expected);
            return Database.update(connection, "DELETE FROM announcement WHERE id = ?", id);
        });
    }

    private static void requirePresent(Connection connection, UUID id, Expected expected) throws SQLException {
        long present =
                Revisions.lock(connection, "announcement WHERE id = ?", id).orElseThrow(() -> missing(id));
        expected.require(present, KIND, id.toString());
    }

    @Override
    public List<Announcement> current(Set<AnnouncementReaders> audiences, @Nullable TenantId tenant, int most) {
        return database.query(connection -> Database.all(
                connection,
                CURRENT,
                JdbcAnnouncementStore::read,
                connection.createArrayOf(
                        "text", audiences.stream().map(Enum::name).sorted().toArray()),
                tenant,
                most));
    }

    /** Reads a row of the columns. */
    public static Announcement read(ResultSet row) throws SQLException {
        UUID[] tenants = (UUID[]) row.getArray(5).getArray();
        return new Announcement(
                row.getObject(1, UUID.class),
                new Announcement.Content(
                        row.getString(2),
                        RowMappers.word(row, 3, AnnouncementSeverity.INFO),
                        RowMappers.word(row, 4, AnnouncementReaders.PROVIDER),
                        Arrays.stream(tenants).map(TenantId::new).collect(Collectors.toSet()),
                        RowMappers.instant(row, 6),
                        RowMappers.instantOrNull(row, 7)),
                AnnouncementState.valueOf(row.getString(8)),
                RowMappers.instant(row, 9),
                RowMappers.instant(row, 10));
    }
}
