package dev.ose.server.bucket.jdbc;

import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsPolicyStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** {@link CorsPolicyStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcCorsPolicyStore implements CorsPolicyStore {

    private static final String KIND = "CORS policy";

    private final Database database;

    public JdbcCorsPolicyStore(Database database) {
        this.database = database;
    }

    @Override
    public Revised<CorsPolicy> get() {
        return database.first(
                        "SELECT mode, origins, revision FROM cors_policy WHERE id = 1",
                        Revisions.with(JdbcCorsPolicyStore::policy))
                .orElseThrow();
    }

    private static CorsPolicy policy(ResultSet row) throws SQLException {
        return new CorsPolicy(CorsPolicy.Mode.valueOf(row.getString(1)), Set.copyOf(RowMappers.texts(row, 2)));
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
