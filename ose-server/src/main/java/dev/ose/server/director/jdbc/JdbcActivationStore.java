package dev.ose.server.director.jdbc;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.director.ActivationPolicy;
import dev.ose.server.director.ActivationStore;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;

/** {@link ActivationStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcActivationStore implements ActivationStore {

    private static final String KIND = "activation policy";

    private static final String GET = """
            SELECT mode, exceptions, max_bytes, max_objects, max_buckets, revision FROM activation_policy WHERE id = 1
            """;

    private static final String PUT = """
            UPDATE activation_policy SET mode = ?, exceptions = ?, max_bytes = ?, max_objects = ?, max_buckets = ?
            WHERE id = 1
            """;

    private final Database database;

    public JdbcActivationStore(Database database) {
        this.database = database;
    }

    @Override
    public Revised<ActivationPolicy> get() {
        return database.first(GET, Revisions.with(JdbcActivationStore::policy)).orElseThrow();
    }

    private static ActivationPolicy policy(ResultSet row) throws SQLException {
        UUID[] exceptions = (UUID[]) row.getArray(2).getArray();
        return new ActivationPolicy(
                ActivationPolicy.Mode.valueOf(row.getString(1)),
                Arrays.stream(exceptions).map(OrganisationId::new).collect(Collectors.toUnmodifiableSet()),
                new Quota(row.getObject(3, Long.class), row.getObject(4, Long.class), row.getObject(5, Long.class)));
    }

    @Override
    public void put(ActivationPolicy policy, Expected expected) {
        database.transact(connection -> {
            expected.require(
                    Revisions.lock(connection, "activation_policy WHERE id = 1").orElse(Expected.ABSENT), KIND, "");
            return Database.update(
                    connection,
                    PUT,
                    policy.mode(),
                    connection.createArrayOf(
                            "uuid",
                            policy.exceptions().stream()
                                    .map(OrganisationId::value)
                                    .sorted()
                                    .toArray()),
                    policy.quota().maxBytes(),
                    policy.quota().maxObjects(),
                    policy.quota().maxBuckets());
        });
    }
}
