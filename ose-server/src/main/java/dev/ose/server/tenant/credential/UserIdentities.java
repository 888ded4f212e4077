package dev.ose.server.tenant.credential;

import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.InetAddress;
import java.util.Optional;

/** Users as callers of the platform without a request of theirs, by the credential that OSE reserves for each. */
public record UserIdentities(Credentials credentials, IdentityDirectory identities) {

    /**
     * The user in whatever state; empty if there is none, or it has no key on the platform yet. Blocks on the database.
     *
     * @param client where the request comes from that this is for
     */
    public Optional<Identity> find(TenantId tenant, UserId user, InetAddress client) {
        return credentials
                .reserved(tenant, user)
                .flatMap(reserved -> Futures.await(identities.find(reserved.accessKey(), client)));
    }
}
