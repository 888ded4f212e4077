package dev.ose.server.iam.federation;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;

/** Keeps the clients by which browsers sign in. Every method blocks on the database. */
public interface SignInClientStore {

    /** Stores the client of its provider, in place of an earlier one; fails with {@code NotFound}, {@code Outdated}. */
    void put(SignInClient client, Expected expected);

    /** The client of the tenant's provider of that name, if it has one. */
    Optional<SignInClient> find(TenantId tenant, String provider);

    /** As {@link #find}, with the revision of the provider. */
    Optional<Revised<SignInClient>> findRevised(TenantId tenant, String provider);

    /** The names of the providers by which users of the tenant of that name can sign in. */
    List<String> list(String tenantName);

    /** The id of the tenant of that name, if it is active. */
    Optional<TenantId> tenant(String name);

    /** Removes the client of a provider; fails with {@code NotFound}, {@code Outdated}. */
    void delete(TenantId tenant, String provider, Expected expected);
}
