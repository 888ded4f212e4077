package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantChange;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.TenantStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link TenantStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcTenantStore implements TenantStore {

    private static final String SHOWN = "SELECT " + RowMappers.SHOWN_TENANT
            + ", revision FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL";

    private final Database database;

    public JdbcTenantStore(Database database) {
        this.database = database;
    }

    @Override
    public Tenant claim(Tenant draft) {
        return database.transact(connection -> insert(connection, draft, null) ? draft : unfinished(connection, draft));
    }

    /**
     * Inserts an unfinished tenant; returns false if its name or the organisation is taken.
     *
     * @param organisation the organisation of Cloud Director that it is; null if it is none
     */
    public static boolean insert(Connection connection, Tenant draft, @Nullable UUID organisation) throws SQLException {
        String sql = """
                INSERT INTO tenant
                    (id, name, status, platform_id, canonical_id, created_at, impersonation, provider_access,
                    director_org_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::uuid)
                ON CONFLICT DO NOTHING
                """;
        return Database.update(
                        connection,
                        sql,
                        draft.id(),
                        draft.name(),
                        draft.status(),
                        draft.platform(),
                        draft.canonicalId(),
                        draft.createdAt(),
                        draft.impersonation(),
                        draft.providerAccess(),
                        organisation)
                == 1;
    }

    /** One that was begun for an organisation of Cloud Director is finished for that organisation only. */
    private static Tenant unfinished(Connection connection, Tenant draft) throws SQLException {
        Tenant earlier = Database.first(
                        connection,
                        "SELECT " + RowMappers.TENANT + " FROM tenant"
                                + " WHERE name = ? AND platform_tenant_id IS NULL AND director_org_id IS NULL",
                        RowMappers::tenant,
                        draft.name())
                .orElseThrow(() -> new FailureException(new Failure.AlreadyExists("tenant", draft.name())));
        if (!earlier.platform().equals(draft.platform())) {
            throw new FailureException(new Failure.Invalid(
                    "platform",
                    "a tenant of this name was begun on platform " + earlier.platform() + ": repeat it there"));
        }
        return earlier;
    }

    @Override
    public void adopt(Tenant draft, PlatformTenant counterpart) {
        database.transact(connection -> {
            claimCounterpart(connection, draft.platform(), counterpart.id(), true);
            if (!insert(connection, draft, null)) {
                throw new FailureException(new Failure.AlreadyExists("tenant", draft.name()));
            }
            return record(connection, draft.id(), counterpart, true);
        });
    }

    @Override
    public void finish(TenantId tenant, PlatformTenant counterpart) {
        database.transact(connection -> {
            Optional<PlatformId> unfinished = Database.first(
                    connection,
                    "SELECT platform_id FROM tenant WHERE id = ? AND platform_tenant_id IS NULL FOR UPDATE",
                    row -> new PlatformId(row.getInt(1)),
                    tenant);
            if (unfinished.isEmpty()) {
                return 0;
            }
            claimCounterpart(connection, unfinished.get(), counterpart.id(), false);
            return record(connection, tenant, counterpart, false);
        });
    }

    @Override
    public void remap(TenantId tenant, PlatformTenant counterpart, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, expected);
            // The lock prevents new users, whose rows refer to this one.
            Tenant present = Database.first(
                            connection,
                            "SELECT " + RowMappers.TENANT
                                    + " FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL FOR UPDATE",
                            RowMappers::tenant,
                            tenant)
                    .orElseThrow(() -> missing(tenant));
            if (hasCounterpart(connection, tenant, counterpart.id())) {
                return recordEndpoint(connection, tenant, counterpart);
            }
            requireEmpty(connection, tenant);
            claimCounterpart(connection, present.platform(), counterpart.id(), true);
            return record(connection, tenant, counterpart, true);
        });
    }

    private static int record(Connection connection, TenantId tenant, PlatformTenant counterpart, boolean isShared)
            throws SQLException {
        return Database.update(
                connection,
                "UPDATE tenant SET platform_tenant_id = ?, shares_platform_tenant = ?, s3_endpoint = ? WHERE id = ?",
                counterpart.id().value(),
                isShared,
                RowMappers.text(counterpart.s3Endpoint()),
                tenant);
    }

    /** Writes nothing if the endpoint is unchanged: every node would drop its cache entries of the tenant. */
    private static int recordEndpoint(Connection connection, TenantId tenant, PlatformTenant counterpart)
            throws SQLException {
        @Nullable String endpoint = RowMappers.text(counterpart.s3Endpoint());
        return Database.update(
                connection,
                "UPDATE tenant SET s3_endpoint = ? WHERE id = ? AND s3_endpoint IS DISTINCT FROM ?",
                endpoint,
                tenant,
                endpoint);
    }

    private static boolean hasCounterpart(Connection connection, TenantId tenant, PlatformTenantId counterpart)
            throws SQLException {
        return Database.first(
                        connection,
                        "SELECT true FROM tenant WHERE id = ? AND platform_tenant_id = ?",
                        row -> row.getBoolean(1),
                        tenant,
                        counterpart.value())
                .isPresent();
    }

    /** Data of users stays with their counterparts, and policies of others name the tenant's counterpart. */
    private static void requireEmpty(Connection connection, TenantId tenant) throws SQLException {
        String sql = """
                SELECT EXISTS (SELECT FROM tenant_user WHERE tenant_id = ?)
                    OR EXISTS (SELECT FROM bucket WHERE tenant_id = ?),
                    EXISTS (SELECT FROM bucket_grant WHERE tenant_id = ?)
                """;
        String rule = Database.first(connection, sql, JdbcTenantStore::whyNot, tenant, tenant, tenant)
                .orElse("");
        if (!rule.isEmpty()) {
            throw new FailureException(new Failure.Invalid("platformTenant", rule));
        }
    }

    private static String whyNot(ResultSet row) throws SQLException {
        if (row.getBoolean(1)) {
            return "can be changed only while the tenant has neither users nor buckets:"
                    + " what they own stays where it is";
        }
        return row.getBoolean(2) ? "cannot be changed while other tenants share buckets with this one" : "";
    }

    private static void claimCounterpart(
            Connection connection, PlatformId platform, PlatformTenantId counterpart, boolean isShared)
            throws SQLException {
        Database.update(
                connection,
                "INSERT INTO platform_tenant (platform_id, id, is_shared) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                platform,
                counterpart.value(),
                isShared);
        boolean isAsWanted = Database.first(
                        connection,
                        "SELECT is_shared FROM platform_tenant WHERE platform_id = ? AND id = ?",
                        row -> row.getBoolean(1) == isShared,
                        platform,
                        counterpart.value())
                .orElse(false);
        if (!isAsWanted) {
            throw new FailureException(new Failure.Invalid(
                    "platformTenant",
                    "cannot be shared: OSE created it for a tenant. Create another one on the platform"));
        }
    }

    @Override
    public PlatformTenantId counterpart(TenantId tenant) {
        return database.first(
                        "SELECT platform_tenant_id FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL",
                        row -> new PlatformTenantId(row.getString(1)),
                        tenant)
                .orElseThrow(() -> missing(tenant));
    }

    @Override
    public Optional<Tenant> find(TenantId tenant) {
        return database.first(
                "SELECT " + RowMappers.TENANT + " FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL",
                RowMappers::tenant,
                tenant);
    }

    @Override
    public Optional<Revised<ShownTenant>> findShown(TenantId tenant) {
        return database.first(SHOWN, Revisions.with(RowMappers::shownTenant), tenant);
    }

    @Override
    public Optional<Tenant> findByName(String name) {
        return database.first(
                "SELECT " + RowMappers.TENANT + " FROM tenant WHERE name = ? AND platform_tenant_id IS NOT NULL",
                RowMappers::tenant,
                name);
    }

    @Override
    public void edit(TenantId tenant, TenantChange change, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, expected);
            ShownTenant next = Database.first(connection, SHOWN, Revisions.with(RowMappers::shownTenant), tenant)
                    .map(present -> change.of(present.value()))
                    .orElseThrow(() -> missing(tenant));
            if (next.tenant().status() == Status.ACTIVE) {
                requireNoPurge(connection, next.tenant());
            }
            return Database.update(
                    connection,
                    "UPDATE tenant SET status = ?, suspension_reason = ? WHERE id = ?",
                    next.tenant().status(),
                    next.suspensionReason(),
                    tenant);
        });
    }

    @Override
    public void setImpersonation(TenantId tenant, ImpersonationPolicy impersonation, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, expected);
            if (Database.update(connection, "UPDATE tenant SET impersonation = ? WHERE id = ?", impersonation, tenant)
                    == 0) {
                throw missing(tenant);
            }
            return tenant;
        });
    }

    @Override
    public void setProviderAccess(TenantId tenant, ProviderAccess access, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, expected);
            if (Database.update(connection, "UPDATE tenant SET provider_access = ? WHERE id = ?", access, tenant)
                    == 0) {
                throw missing(tenant);
            }
            return tenant;
        });
    }

    /** Locks the tenant; one that does not exist is left to what follows. */
    static void requireRevision(Connection connection, TenantId tenant, Expected expected) throws SQLException {
        Revisions.lock(connection, "tenant WHERE id = ?", tenant)
                .ifPresent(present -> expected.require(present, "tenant", tenant.toString()));
    }

    /** A node that removes the tenant's data finishes its present step after the removal was stopped. */
    private static void requireNoPurge(Connection connection, Tenant tenant) throws SQLException {
        boolean isPurged = Database.first(
                        connection,
                        "SELECT true FROM tenant_purge WHERE tenant_id = ? AND (state = 'RUNNING' OR due_at > now())",
                        row -> true,
                        tenant.id())
                .isPresent();
        if (isPurged) {
            throw new FailureException(new Failure.WrongState("tenant", tenant.name(), "being removed"));
        }
    }

    private static FailureException missing(TenantId tenant) {
        return new FailureException(new Failure.NotFound("tenant", tenant.toString()));
    }
}
