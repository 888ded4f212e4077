package dev.ose.server.admin.access;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/** Keeps the logins of tenants' users. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface MemberLoginStore {

    /** The login of the user of that name in the tenant of that name, if the user has one. */
    Optional<MemberLogin> find(String tenantName, String userName);

    /** Gives the user a login, or another password. Fails with {@code NotFound} if the tenant has no such user. */
    void put(TenantId tenant, UserId user, PasswordHash hash);

    /** Takes the login away, if there is one. */
    void remove(TenantId tenant, UserId user);
}
