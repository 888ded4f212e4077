package dev.ose.server.roster.jdbc;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.job.TenantJob;
import dev.ose.server.job.jdbc.JobRows;
import dev.ose.server.roster.Answer;
import dev.ose.server.roster.Question;
import dev.ose.server.roster.Roster;
import dev.ose.server.roster.Rosters;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link Rosters} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcRosters implements Rosters {

    private static final RosterTable<Tenant> TENANTS = new RosterTable<>(
            Roster.TENANTS,
            RowMappers.TENANT,
            "tenant WHERE platform_tenant_id IS NOT NULL",
            Map.of("name", "name", "status", "status", "impersonation", "impersonation", "createdAt", "created_at"),
            RowMappers::tenant);

    private static final RosterTable<User> USERS = new RosterTable<>(
            Roster.USERS,
            RowMappers.USER,
            "tenant_user u WHERE tenant_id = ? AND " + JdbcUserStore.IS_FINISHED,
            Map.of("name", "name", "role", "role", "status", "status", "createdAt", "created_at"),
            RowMappers::user);

    private static final RosterTable<Bucket> BUCKETS = new RosterTable<>(
            Roster.BUCKETS,
            RowMappers.BUCKET,
            "bucket WHERE tenant_id = ? AND (?::uuid IS NULL OR owner_id = ?) AND state <> 'CREATING'",
            Map.of(
                    "name",
                    "name",
                    "owner",
                    "coalesce((SELECT o.name FROM tenant_user o WHERE o.id = owner_id), '')",
                    "region",
                    "region",
                    "createdAt",
                    "created_at"),
            RowMappers::bucket);

    private static final RosterTable<Credential> CREDENTIALS = new RosterTable<>(
            Roster.CREDENTIALS,
            RowMappers.CREDENTIAL,
            "credential WHERE tenant_id = ? AND user_id = ? AND kind <> 'SESSION'",
            Map.of(
                    "accessKey",
                    "access_key",
                    "kind",
                    "kind",
                    "status",
                    "status",
                    "description",
                    "description",
                    "createdAt",
                    "created_at",
                    "expiresAt",
                    "coalesce(expires_at, " + RosterReader.NEVER + ")"),
            RowMappers::credential);

    private static final RosterTable<TenantJob> JOBS = new RosterTable<>(
            Roster.JOBS,
            JobRows.JOB,
            "job WHERE (?::uuid IS NULL OR tenant_id = ?) AND (?::uuid IS NULL OR user_id = ?)",
            Map.of(
                    "id",
                    "id",
                    "kind",
                    "kind",
                    "state",
                    "state",
                    "bucket",
                    "coalesce(parameters->>'bucket', '') COLLATE \"C\"",
                    "startedBy",
                    "started_by",
                    "createdAt",
                    "created_at"),
            JobRows::job);

    private static final RosterTable<Long> WEBHOOKS = new RosterTable<>(
            Roster.WEBHOOKS,
            "id",
            "webhook WHERE tenant_id = ? AND deleted_at IS NULL",
            Map.of("id", "id", "url", "target", "bucket", "coalesce(bucket, '')", "createdAt", "created_at"),
            row -> row.getLong(1));

    private final Database database;

    public JdbcRosters(Database database) {
        this.database = database;
    }

    @Override
    public Answer<Tenant> tenants(Question question) {
        return new RosterReader<>(database, TENANTS).read(question);
    }

    @Override
    public Answer<User> users(TenantId tenant, Question question) {
        return new RosterReader<>(database, USERS).read(question, tenant);
    }

    @Override
    public Answer<Bucket> buckets(TenantId tenant, @Nullable UserId owner, Question question) {
        return new RosterReader<>(database, BUCKETS).read(question, tenant, owner, owner);
    }

    @Override
    public Answer<Credential> credentials(TenantId tenant, UserId user, Question question) {
        return new RosterReader<>(database, CREDENTIALS).read(question, tenant, user);
    }

    @Override
    public Answer<TenantJob> jobs(@Nullable TenantId tenant, @Nullable UserId user, Question question) {
        return new RosterReader<>(database, JOBS).read(question, tenant, tenant, user, user);
    }

    @Override
    public Answer<Long> webhooks(TenantId tenant, Question question) {
        return new RosterReader<>(database, WEBHOOKS).read(question, tenant);
    }
}
