package dev.ose.server.pagination;

import dev.ose.server.accounting.alert.QuotaAlert;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.rating.RatePlan;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.account.Administrator;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.portal.Announcement;
import dev.ose.server.admin.access.token.ApiToken;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobId;
import dev.ose.server.job.TenantJob;
import dev.ose.server.job.TenantPurge;
import dev.ose.server.node.KnownNode;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.ShownUser;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.NamedPolicy;
import dev.ose.server.tenant.credential.ShownCredential;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists page by page, from the key of the last row instead of an offset. Each page shows the database at its own
 * time: a row that does not change is on exactly one page. Every method blocks on the database.
 */
public interface ListReader {

    /** Finished tenants. */
    ListPage<ShownTenant> tenants(ListQuery query);

    /** Finished users of a tenant. */
    ListPage<ShownUser> users(TenantId tenant, ListQuery query);

    /**
     * Buckets of a tenant, without those that are being created, as they are after every write that was acknowledged.
     *
     * @param owner only those of this user; null for all
     */
    ListPage<ListedBucket> buckets(TenantId tenant, @Nullable UserId owner, ListQuery query);

    /**
     * Credentials of a tenant, without those of sessions.
     *
     * @param user only those of this user; null for all
     */
    ListPage<ShownCredential> credentials(TenantId tenant, @Nullable UserId user, ListQuery query);

    /**
     * Jobs.
     *
     * @param tenant null for those of all tenants
     * @param user null for those of all users
     */
    ListPage<TenantJob> jobs(@Nullable TenantId tenant, @Nullable UserId user, ListQuery query);

    /** The ids of a tenant's webhooks. */
    ListPage<Long> webhooks(TenantId tenant, ListQuery query);

    /** Administrators of the provider. */
    ListPage<Administrator> administrators(ListQuery query);

    /** Tokens of an account, expired ones included. */
    ListPage<ApiToken> tokens(AccountId account, ListQuery query);

    /**
     * Links of a tenant.
     *
     * @param user null for those of all users
     */
    ListPage<ShareLink> shareLinks(TenantId tenant, @Nullable UserId user, ListQuery query);

    /** Announcements. */
    ListPage<Announcement> announcements(ListQuery query);

    /** Identity providers of a tenant. */
    ListPage<IdentityProvider> identityProviders(TenantId tenant, ListQuery query);

    /** The names of the identity providers of the provider's administrators. */
    ListPage<String> administratorProviders(ListQuery query);

    /** Policies attached to a user. */
    ListPage<NamedPolicy> userPolicies(TenantId tenant, UserId user, ListQuery query);

    /** Roles of a tenant. */
    ListPage<AssumableRole> roles(TenantId tenant, ListQuery query);

    /** Policies of a role. */
    ListPage<NamedPolicy> rolePolicies(AssumableRole role, ListQuery query);

    /** Quotas of a tenant, its users and its buckets. A limit that is not set is greater than all others. */
    ListPage<QuotaStore.Named> quotas(TenantId tenant, ListQuery query);

    /**
     * Alerts of quotas, open and cleared.
     *
     * @param tenant null for those of all tenants
     */
    ListPage<QuotaAlert> quotaAlerts(@Nullable TenantId tenant, ListQuery query);

    /** Removals of tenants, of each the last one. */
    ListPage<TenantPurge> tenantPurges(ListQuery query);

    /** What a job could not do. */
    ListPage<JobFailure.Kept> jobFailures(JobId job, ListQuery query);

    /** Plans of prices. */
    ListPage<RatePlan> ratePlans(ListQuery query);

    /** Nodes that are alive or were within a day. */
    ListPage<KnownNode> nodes(ListQuery query);

    /** Comparisons of a bucket with its platform. */
    ListPage<SyncRun> syncRuns(TenantId tenant, BucketId bucket, ListQuery query);
}
