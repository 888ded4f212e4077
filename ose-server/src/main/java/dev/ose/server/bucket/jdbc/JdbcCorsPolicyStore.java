package dev.ose.server.bucket.jdbc;

import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsPolicyStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@link CorsPolicyStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcCorsPolicyStore implements CorsPolicyStore {

    private static final String KIND = "CORS policy";

    private final Database database;
    private final OperatorEvents events;
    private final AtomicBoolean isReported = new AtomicBoolean();

    public JdbcCorsPolicyStore(Database database, OperatorEvents events) {
        this.database = database;
        this.events = events;
    }

    @Override
    public Revised<CorsPolicy> get() {
        return database.first(
                        "SELECT mode, origins, revision FROM cors_policy WHERE id = 1", Revisions.with(this::policy))
                .orElseThrow();
    }

    private CorsPolicy policy(ResultSet row) throws SQLException {
        String name = row.getString(1);
        Set<String> origins = Set.copyOf(RowMappers.texts(row, 2));
        for (CorsPolicy.Mode mode : CorsPolicy.Mode.values()) {
            if (mode.name().equals(name)) {
                return new CorsPolicy(mode, origins);
            }
        }
        if (!isReported.getAndSet(true)) {
            events.report(new OperatorEvent.CorsModeUnknown(name));
        }
        return CorsPolicy.BUCKET_RULES;
    }

    @Override
    public void put(CorsPolicy policy, Expected expected) {
        database.transact(connection -> {
            expected.require(
                    Revisions.lock(connection, "cors_policy WHERE id = 1").orElse(Expected.ABSENT), KIND, "");
            return Database.update(
                    connection,
                    "UPDATE cors_policy SET mode = ?, origins = ? WHERE id = 1",
                    policy.mode(),
                    connection.createArrayOf(
                            "text", policy.origins().stream().sorted().toArray()));
        });
    }
}
