package dev.ose.server.audit;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Who called, and for whom.
 *
 * @param name the account; as it was typed if the login failed
 * @param accessKey the id of the key pair that it signed with, which an administrator may have made for its user; empty
 *     for none
 * @param tenant the account's tenant; null for the provider and for unknown callers
 * @param address of the client
 * @param acting for whom
 */
public record AuditActor(
        String name,
        String accessKey,
        LoginKind login,
        @Nullable TenantId tenant,
        String address,
        Acting acting) {

    /** An account that signed with no key pair. */
    public AuditActor(String name, LoginKind login, @Nullable TenantId tenant, String address, Acting acting) {
        this(name, "", login, tenant, address, acting);
    }

    /** The holder of a key pair. */
    public static AuditActor of(Identity holder, InetAddress address) {
        return of(holder, LoginKind.ACCESS_KEY, address);
    }

    /** A user of a tenant, whose key pair counts only if it signed with it. */
    public static AuditActor of(Identity holder, LoginKind login, InetAddress address) {
        return new AuditActor(
                holder.userName(),
                login == LoginKind.ACCESS_KEY ? holder.accessKey().value() : "",
                login,
                holder.tenant(),
                address.getHostAddress(),
                Acting.FOR_ITSELF);
    }

    public AuditActor {
        name = AuditText.plain(name);
        accessKey = AuditText.plain(accessKey);
        address = AuditText.plain(address);
    }

    /**
     * For whom a caller acts.
     *
     * @param tenant which the provider acts in; null if the caller acts for itself
     * @param user in whose name an administrator acts; null for none
     */
    public record Acting(
            @Nullable TenantId tenant, @Nullable UserId user) {

        /** The caller acts for itself. */
        public static final Acting FOR_ITSELF = new Acting(null, null);
    }
}
