package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.alert.AlertThresholdStore;
import dev.ose.server.accounting.alert.AlertThresholds;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** {@link AlertThresholdStore} in PostgreSQL. Thread-safe. */
public final class JdbcAlertThresholdStore implements AlertThresholdStore {

    private static final String KIND = "alert thresholds";
    private static final String OF_ALL = "quota_alert_default WHERE id = 1";
    private static final String OF_TENANT = "quota_alert_threshold WHERE tenant_id = ?";

    private final Database database;

    public JdbcAlertThresholdStore(Database database) {
        this.database = database;
    }

    @Override
    public Revised<AlertThresholds> ofAll() {
        return database.first(
                        "SELECT thresholds, revision FROM " + OF_ALL,
                        Revisions.with(JdbcAlertThresholdStore::thresholds))
                .orElseThrow();
    }

    /** Reads the column {@code thresholds}. */
    static AlertThresholds thresholds(ResultSet row) throws SQLException {
        return new AlertThresholds(
                List.of((Integer[]) row.getArray("thresholds").getArray()));
    }

    @Override
    public void putOfAll(AlertThresholds thresholds, Expected expected) {
        database.transact(connection -> {
            expected.require(Revisions.lock(connection, OF_ALL).orElse(Expected.ABSENT), KIND, "of all tenants");
            return Database.update(
                    connection,
                    "UPDATE quota_alert_default SET thresholds = ? WHERE id = 1",
                    array(connection, thresholds));
        });
    }

    private static Array array(Connection connection, AlertThresholds thresholds) throws SQLException {
        return connection.createArrayOf("int4", thresholds.percent().toArray());
    }

    @Override
    public Revised<Optional<AlertThresholds>> of(TenantId tenant) {
        return database.first(
                        "SELECT thresholds, revision FROM " + OF_TENANT,
                        Revisions.with(row -> Optional.of(thresholds(row))),
                        tenant)
                .orElseGet(() -> new Revised<>(Optional.empty(), Expected.ABSENT));
    }

    @Override
    public void put(TenantId tenant, AlertThresholds thresholds, Expected expected) {
        database.transact(connection -> {
            lockTenant(connection, tenant);
            requireState(connection, tenant, expected);
            return Database.update(
                    connection,
                    "INSERT INTO quota_alert_threshold (tenant_id, thresholds) VALUES (?, ?)"
                            + " ON CONFLICT (tenant_id) DO UPDATE SET thresholds = excluded.thresholds",
                    tenant,
                    array(connection, thresholds));
        });
    }

    /** Serializes changes of a tenant's thresholds, also of those that it does not have yet. */
    private static void lockTenant(Connection connection, TenantId tenant) throws SQLException {
        if (Database.first(
                        connection, "SELECT 1 FROM tenant WHERE id = ? FOR NO KEY UPDATE", row -> row.getInt(1), tenant)
                .isEmpty()) {
            throw new FailureException(new Failure.NotFound("tenant", tenant.toString()));
        }
    }

    private static void requireState(Connection connection, TenantId tenant, Expected expected) throws SQLException {
        expected.require(
                Revisions.lock(connection, OF_TENANT, tenant).orElse(Expected.ABSENT), KIND, "of tenant " + tenant);
    }

    @Override
    public boolean remove(TenantId tenant, Expected expected) {
        return database.transact(connection -> {
            lockTenant(connection, tenant);
            requireState(connection, tenant, expected);
            return Database.update(connection, "DELETE FROM " + OF_TENANT, tenant) > 0;
        });
    }
}
