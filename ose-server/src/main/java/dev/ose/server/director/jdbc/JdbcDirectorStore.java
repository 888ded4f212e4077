package dev.ose.server.director.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.director.DirectorStore;
import dev.ose.server.director.DirectorUserId;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.iam.jdbc.JdbcFederatedUserStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.jdbc.JdbcTenantStore;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** {@link DirectorStore} in PostgreSQL. Thread-safe. */
public final class JdbcDirectorStore implements DirectorStore {

    private static final String USERS = "SELECT " + RowMappers.USER + " FROM tenant_user u WHERE tenant_id = ";

    private final Database database;

    public JdbcDirectorStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Tenant> tenant(OrganisationId organisation) {
        return database.first(
                "SELECT " + RowMappers.TENANT
                        + " FROM tenant WHERE director_org_id = ? AND platform_tenant_id IS NOT NULL",
                RowMappers::tenant,
                organisation.value());
    }

    @Override
    public Optional<OrganisationId> organisation(TenantId tenant) {
        return database.first(
                        "SELECT director_org_id FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL",
                        row -> Optional.ofNullable(row.getObject(1, UUID.class)).map(OrganisationId::new),
                        tenant)
                .orElseThrow(() -> missing(tenant));
    }

    @Override
    public void link(TenantId tenant, OrganisationId organisation) {
        database.transact(connection -> {
            lock(connection, organisation);
            Optional<UUID> present = Database.first(
                            connection,
                            "SELECT director_org_id FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL"
                                    + " FOR UPDATE",
                            row -> Optional.ofNullable(row.getObject(1, UUID.class)),
                            tenant)
                    .orElseThrow(() -> missing(tenant));
            if (present.isPresent() && !present.get().equals(organisation.value())) {
                throw new FailureException(
                        new Failure.WrongState("tenant", tenant.toString(), "another organisation of Cloud Director"));
            }
            return present.isPresent() ? 0 : setOrganisation(connection, tenant, organisation);
        });
    }

    private static int setOrganisation(Connection connection, TenantId tenant, OrganisationId organisation)
            throws SQLException {
        // One whose creation broke off would keep organisation and name for ever; without it `create` completes it.
        Database.update(
                connection,
                "UPDATE tenant SET director_org_id = NULL WHERE director_org_id = ? AND platform_tenant_id IS NULL",
                organisation.value());
        boolean isTaken = Database.first(
                        connection,
                        "SELECT true FROM tenant WHERE director_org_id = ?",
                        row -> row.getBoolean(1),
                        organisation.value())
                .isPresent();
        if (isTaken) {
            throw new FailureException(
                    new Failure.AlreadyExists("tenant of the organisation", organisation.toString()));
        }
        return Database.update(
                connection, "UPDATE tenant SET director_org_id = ? WHERE id = ?", organisation.value(), tenant);
    }

    @Override
    public void unlink(TenantId tenant) {
        if (database.update(
                        "UPDATE tenant SET director_org_id = NULL WHERE id = ? AND platform_tenant_id IS NOT NULL",
                        tenant)
                == 0) {
            throw missing(tenant);
        }
    }

    private static FailureException missing(TenantId tenant) {
        return new FailureException(new Failure.NotFound("tenant", tenant.toString()));
    }

    @Override
    public Optional<Tenant> claim(OrganisationId organisation, Tenant draft) {
        return database.transact(connection -> {
            lock(connection, organisation);
            Optional<Tenant> present = Database.first(
                    connection,
                    "SELECT " + RowMappers.TENANT + " FROM tenant WHERE director_org_id = ?",
                    RowMappers::tenant,
                    organisation.value());
            if (present.isPresent()) {
                return present;
            }
            return JdbcTenantStore.insert(connection, draft, organisation.value())
                    ? Optional.of(draft)
                    : Optional.empty();
        });
    }

    /** Two transactions could otherwise both find that the organisation has no tenant yet. */
    private static void lock(Connection connection, OrganisationId organisation) throws SQLException {
        Database.first(
                connection,
                "SELECT pg_advisory_xact_lock(hashtextextended('organisation ' || ?, 0)) IS NULL",
                row -> row.getBoolean(1),
                organisation.toString());
    }

    @Override
    public Optional<User> user(OrganisationId organisation, DirectorUserId user) {
        return database.first(
                USERS + "(SELECT id FROM tenant WHERE director_org_id = ?) AND director_user_id = ? AND "
                        + JdbcUserStore.IS_FINISHED,
                RowMappers::user,
                organisation.value(),
                user.value());
    }

    @Override
    public Optional<User> claim(DirectorUserId user, User draft) {
        return database.transact(connection -> {
            Optional<User> present = begun(connection, draft.tenant(), user);
            if (present.isPresent() || JdbcFederatedUserStore.isMeant(connection, draft)) {
                return present;
            }
            return JdbcUserStore.insert(connection, draft, null, user.value())
                    ? Optional.of(draft)
                    // A concurrent call may have inserted it meanwhile.
                    : begun(connection, draft.tenant(), user);
        });
    }

    private static Optional<User> begun(Connection connection, TenantId tenant, DirectorUserId user)
            throws SQLException {
        return Database.first(
                connection,
                USERS + "? AND director_user_id = ? AND removed_at IS NULL",
                RowMappers::user,
                tenant,
                user.value());
    }
}
