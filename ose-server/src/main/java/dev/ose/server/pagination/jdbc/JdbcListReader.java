package dev.ose.server.pagination.jdbc;

import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.account.Administrator;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.access.token.ApiToken;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobId;
import dev.ose.server.job.TenantJob;
import dev.ose.server.job.TenantPurge;
import dev.ose.server.job.jdbc.JobRows;
import dev.ose.server.node.KnownNode;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListPage;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.pagination.ListedBucket;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.ShownUser;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.NamedPolicy;
import dev.ose.server.tenant.credential.ShownCredential;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link ListReader} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcListReader implements ListReader {

    private static final ListTable<ShownTenant> TENANTS = new ListTable<>(
            AdminList.TENANTS,
            RowMappers.SHOWN_TENANT,
            "tenant WHERE platform_tenant_id IS NOT NULL",
            Map.of("name", "name", "status", "status", "impersonation", "impersonation", "createdAt", "created_at"),
            RowMappers::shownTenant);

    private static final ListTable<ShownUser> USERS = new ListTable<>(
            AdminList.USERS,
            RowMappers.SHOWN_USER,
            RowMappers.SHOWN_USERS + " WHERE u.tenant_id = ? AND " + JdbcUserStore.IS_FINISHED,
            Map.of(
                    "name",
                    "u.name",
                    "displayName",
                    "coalesce(u.display_name, '')",
                    "email",
                    "coalesce(u.email, '')",
                    "role",
                    "u.role",
                    "status",
                    "u.status",
                    "createdAt",
                    "u.created_at",
                    "lastSeen",
                    "coalesce(seen.seen_at, " + KeysetReader.NEVER + ")"),
            RowMappers::shownUser);

    private static final ListTable<ShownCredential> CREDENTIALS = new ListTable<>(
            AdminList.CREDENTIALS,
            RowMappers.SHOWN_CREDENTIAL,
            RowMappers.SHOWN_CREDENTIALS
                    + " WHERE c.tenant_id = ? AND (?::uuid IS NULL OR c.user_id = ?) AND c.kind <> 'SESSION'",
            Map.of(
                    "accessKey",
                    "c.access_key",
                    "user",
                    "u.name",
                    "name",
                    "coalesce(c.name, '')",
                    "kind",
                    "c.kind",
                    "status",
                    "c.status",
                    "description",
                    "c.description",
                    "createdAt",
                    "c.created_at",
                    "expiresAt",
                    "coalesce(c.expires_at, " + KeysetReader.NEVER + ")",
                    "lastUsedAt",
                    "coalesce(used.used_at, " + KeysetReader.NEVER + ")"),
            RowMappers::shownCredential);

    private static final ListTable<TenantJob> JOBS = new ListTable<>(
            AdminList.JOBS,
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

    private static final ListTable<Long> WEBHOOKS = new ListTable<>(
            AdminList.WEBHOOKS,
            "id",
            "webhook WHERE tenant_id = ? AND deleted_at IS NULL",
            Map.of("id", "id", "url", "target", "bucket", "coalesce(bucket, '')", "createdAt", "created_at"),
            row -> row.getLong(1));

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcListReader(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcListReader(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public ListPage<ShownTenant> tenants(ListQuery query) {
        return new KeysetReader<>(database, TENANTS).read(query);
    }

    @Override
    public ListPage<ShownUser> users(TenantId tenant, ListQuery query) {
        return new KeysetReader<>(database, USERS).read(query, tenant);
    }

    @Override
    public ListPage<ListedBucket> buckets(TenantId tenant, @Nullable UserId owner, ListQuery query) {
        catchUp.ofAll();
        return new KeysetReader<>(database, BucketTable.BUCKETS).read(query, tenant, owner, owner);
    }

    @Override
    public ListPage<ShownCredential> credentials(TenantId tenant, @Nullable UserId user, ListQuery query) {
        return new KeysetReader<>(database, CREDENTIALS).read(query, tenant, user, user);
    }

    @Override
    public ListPage<TenantJob> jobs(@Nullable TenantId tenant, @Nullable UserId user, ListQuery query) {
        return new KeysetReader<>(database, JOBS).read(query, tenant, tenant, user, user);
    }

    @Override
    public ListPage<Long> webhooks(TenantId tenant, ListQuery query) {
        return new KeysetReader<>(database, WEBHOOKS).read(query, tenant);
    }

    @Override
    public ListPage<Administrator> administrators(ListQuery query) {
        return new KeysetReader<>(database, AccountTables.ADMINISTRATORS).read(query);
    }

    @Override
    public ListPage<ApiToken> tokens(AccountId account, ListQuery query) {
        return new KeysetReader<>(database, AccountTables.TOKENS).read(query, account.value());
    }

    @Override
    public ListPage<ShareLink> shareLinks(TenantId tenant, @Nullable UserId user, ListQuery query) {
        return new KeysetReader<>(database, AccountTables.SHARE_LINKS).read(query, tenant, user, user);
    }

    @Override
    public ListPage<Announcement> announcements(ListQuery query) {
        return new KeysetReader<>(database, RecordTables.ANNOUNCEMENTS).read(query);
    }

    @Override
    public ListPage<IdentityProvider> identityProviders(TenantId tenant, ListQuery query) {
        return new KeysetReader<>(database, AccountTables.IDENTITY_PROVIDERS).read(query, tenant);
    }

    @Override
    public ListPage<String> administratorProviders(ListQuery query) {
        return new KeysetReader<>(database, AccountTables.ADMINISTRATOR_PROVIDERS).read(query);
    }

    @Override
    public ListPage<NamedPolicy> userPolicies(TenantId tenant, UserId user, ListQuery query) {
        return new KeysetReader<>(database, PolicyTables.OF_USER).read(query, tenant, user);
    }

    @Override
    public ListPage<AssumableRole> roles(TenantId tenant, ListQuery query) {
        return new KeysetReader<>(database, PolicyTables.ROLES).read(query, tenant);
    }

    @Override
    public ListPage<NamedPolicy> rolePolicies(AssumableRole role, ListQuery query) {
        return new KeysetReader<>(database, PolicyTables.OF_ROLE).read(query, role.id());
    }

    @Override
    public ListPage<QuotaStore.Named> quotas(TenantId tenant, ListQuery query) {
        return new KeysetReader<>(database, RecordTables.QUOTAS).read(query, tenant);
    }

    @Override
    public ListPage<QuotaAlert> quotaAlerts(@Nullable TenantId tenant, ListQuery query) {
        return tenant == null
                ? new KeysetReader<>(database, RecordTables.QUOTA_ALERTS).read(query)
                : new KeysetReader<>(database, RecordTables.QUOTA_ALERTS_OF_TENANT).read(query, tenant);
    }

    @Override
    public ListPage<TenantPurge> tenantPurges(ListQuery query) {
        return new KeysetReader<>(database, RecordTables.TENANT_PURGES).read(query);
    }

    @Override
    public ListPage<JobFailure.Kept> jobFailures(JobId job, ListQuery query) {
        return new KeysetReader<>(database, RecordTables.JOB_FAILURES).read(query, job.value());
    }

    @Override
    public ListPage<RatePlan> ratePlans(ListQuery query) {
        return new KeysetReader<>(database, RecordTables.RATE_PLANS).read(query);
    }

    @Override
    public ListPage<KnownNode> nodes(ListQuery query) {
        return new KeysetReader<>(database, RecordTables.NODES).read(query);
    }

    @Override
    public ListPage<SyncRun> syncRuns(TenantId tenant, BucketId bucket, ListQuery query) {
        return new KeysetReader<>(database, RecordTables.SYNC_RUNS).read(query, tenant, bucket);
    }
}
