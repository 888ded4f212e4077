package dev.ose.server.iam.federation;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;

/** Stores the identity providers that tenants trust. Every method blocks on the database. */
public interface IdentityProviderStore {

    /**
     * Inserts or replaces the tenant's provider of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if the tenant trusts the issuer
     *     under another name, {@code NotFound} if there is no such tenant
     */
    void put(IdentityProvider provider);

    /** The tenant's providers by name. */
    List<IdentityProvider> list(TenantId tenant);

    /** The tenant's provider with that issuer claim. */
    Optional<IdentityProvider> findByIssuer(TenantId tenant, String issuer);

    /** Deletes a provider; fails with {@code NotFound}. Sessions opened by its tokens continue until they expire. */
    void delete(TenantId tenant, String name);
}
