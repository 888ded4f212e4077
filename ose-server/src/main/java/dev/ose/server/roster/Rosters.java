package dev.ose.server.roster;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.job.TenantJob;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists a page at a time, by a key and never by counting rows. Each page is a state of the database of its own: a
 * row that does not change is on exactly one of them. Every method blocks on the database.
 */
public interface Rosters {

    /** Finished tenants. */
    Answer<Tenant> tenants(Question question);

    /** Finished users of a tenant. */
    Answer<User> users(TenantId tenant, Question question);

    /**
     * Buckets of a tenant, without those that are being created.
     *
     * @param owner only those of this user; null for all
     */
    Answer<Bucket> buckets(TenantId tenant, @Nullable UserId owner, Question question);

    /** Credentials of a user, without those of sessions. */
    Answer<Credential> credentials(TenantId tenant, UserId user, Question question);

    /**
     * Jobs.
     *
     * @param tenant null for those of all tenants
     * @param user null for those of all users
     */
    Answer<TenantJob> jobs(@Nullable TenantId tenant, @Nullable UserId user, Question question);

    /** The ids of a tenant's webhooks. */
    Answer<Long> webhooks(TenantId tenant, Question question);
}
