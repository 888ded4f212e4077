package dev.ose.server.audit.jdbc;

import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditEntry;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditLog;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.audit.RecordedEntry;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link AuditLog} in PostgreSQL. */
public final class JdbcAuditLog implements AuditLog {

    static final String COLUMNS = "id, ended_at, status, code, node, request_id, source, operation,"
            + " actor, login, actor_tenant, address, as_tenant, as_user,"
            + " tenant_id, user_id, bucket, access_key, subject, actor_key";

    private final Database database;

    public JdbcAuditLog(Database database) {
        this.database = database;
    }

    @Override
    public List<RecordedEntry> find(Question question) {
        StringBuilder sql = new StringBuilder("SELECT " + COLUMNS + " FROM audit_entry WHERE ");
        List<Object> values = new ArrayList<>();
        TenantId tenant = question.tenant();
        if (tenant != null) {
            sql.append("tenant_id = ? AND ");
            values.add(tenant);
        }
        boolean isDescending = question.order() == Order.NEWEST_FIRST;
        AuditId after = question.after();
        if (after != null) {
            sql.append(isDescending ? "id < ? AND " : "id > ? AND ");
            values.add(after.value());
        }
        AuditConditions.add(question.filter(), sql, values);
        sql.append(isDescending ? " ORDER BY id DESC LIMIT ?" : " ORDER BY id LIMIT ?");
        values.add(question.limit());
        return database.all(sql.toString(), JdbcAuditLog::entry, values.toArray());
    }

    static RecordedEntry entry(ResultSet row) throws SQLException {
        AuditEntry entry = new AuditEntry(
                new AuditId(row.getObject(1, UUID.class)),
                row.getString(6),
                RowMappers.word(row, 7, AuditSource.UNKNOWN),
                row.getString(8),
                new AuditActor(
                        row.getString(9),
                        row.getString(20),
                        RowMappers.word(row, 10, LoginKind.UNKNOWN),
                        tenant(row, 11),
                        row.getString(12),
                        new AuditActor.Acting(tenant(row, 13), user(row, 14))),
                new AuditTarget(
                        tenant(row, 15), user(row, 16), row.getString(17), row.getString(18), row.getString(19)));
        return new RecordedEntry(entry, row.getString(5), RowMappers.instantOrNull(row, 2), outcome(row));
    }

    private static @Nullable AuditOutcome outcome(ResultSet row) throws SQLException {
        int status = row.getInt(3);
        return row.wasNull() ? null : new AuditOutcome(status, row.getString(4));
    }

    private static @Nullable TenantId tenant(ResultSet row, int column) throws SQLException {
        @Nullable UUID id = row.getObject(column, UUID.class);
        return id == null ? null : new TenantId(id);
    }

    private static @Nullable UserId user(ResultSet row, int column) throws SQLException {
        @Nullable UUID id = row.getObject(column, UUID.class);
        return id == null ? null : new UserId(id);
    }
}
