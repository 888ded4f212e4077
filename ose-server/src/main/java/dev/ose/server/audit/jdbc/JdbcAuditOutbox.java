package dev.ose.server.audit.jdbc;

import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutbox;
import dev.ose.server.audit.AuditReceiver;
import dev.ose.server.audit.RecordedEntry;
import dev.ose.server.database.Database;
import java.time.Instant;
import java.util.List;

/** {@link AuditOutbox} in PostgreSQL. */
public final class JdbcAuditOutbox implements AuditOutbox {

    private static final String DUE = "SELECT " + JdbcAuditLog.COLUMNS + " FROM audit_due d JOIN audit_entry e"
            + " ON e.id = d.entry_id WHERE d.receiver = ? AND (e.status IS NOT NULL OR e.id < ?)"
            + " ORDER BY d.entry_id LIMIT ?";

    private final Database database;

    public JdbcAuditOutbox(Database database) {
        this.database = database;
    }

    @Override
    public List<RecordedEntry> due(AuditReceiver.Kind receiver, Instant openBefore, int limit) {
        return database.all(
                DUE, JdbcAuditLog::entry, receiver, AuditId.smallest(openBefore).value(), limit);
    }

    @Override
    public void confirm(AuditReceiver.Kind receiver, List<AuditId> entries) {
        database.query(connection -> Database.update(
                connection,
                "DELETE FROM audit_due WHERE receiver = ? AND entry_id = ANY (?::uuid[])",
                receiver,
                connection.createArrayOf(
                        "uuid", entries.stream().map(AuditId::value).toArray())));
    }

    @Override
    public long waiting(AuditReceiver.Kind receiver, int limit) {
        return database.first(
                        "SELECT count(*) FROM (SELECT FROM audit_due WHERE receiver = ? LIMIT ?) AS waiting",
                        row -> row.getLong(1),
                        receiver,
                        limit)
                .orElse(0L);
    }
}
