package dev.ose.server.admin.s3;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.LastUses;
import dev.ose.server.tenant.credential.UserIdentities;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Optional;

/**
 * The users of S3 that callers of the management API are: those of their reserved credential, with the same policies,
 * quotas and platform key as their own signed requests. Blocks on the database. Thread-safe.
 */
public final class S3Users {

    private final UserIdentities users;
    private final LastUses uses;
    private final Clock clock;

    /** @param uses notes each caller, also one that is not found */
    public S3Users(UserIdentities users, LastUses uses, Clock clock) {
        this.users = users;
        this.uses = uses;
        this.clock = clock;
    }

    /** The user that the caller is; empty if it has no key on the platform yet. */
    public Optional<Identity> find(AdminCaller.Member caller, InetAddress client) {
        uses.noteUser(caller.tenant(), caller.user(), clock.instant());
        return find(caller.tenant(), caller.user(), client);
    }

    /** The user of a tenant, in whatever state; empty if there is none, or it has no key on the platform yet. */
    public Optional<Identity> find(TenantId tenant, UserId user, InetAddress client) {
        return users.find(tenant, user, client);
    }
}
