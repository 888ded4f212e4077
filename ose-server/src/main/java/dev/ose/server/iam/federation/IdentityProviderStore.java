package dev.ose.server.iam.federation;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;

/** Keeps the issuers that tenants trust. Every method blocks on the database. */
public interface IdentityProviderStore {

    /**
     * Writes a provider, in the place of the tenant's earlier one of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if the tenant trusts the issuer under another
     *     name, {@code NotFound} if there is no such tenant
     */
    void put(IdentityProvider provider);

    /** The tenant's providers by name. */
    List<IdentityProvider> list(TenantId tenant);

    /** The tenant's provider that names itself so in its tokens. */
    Optional<IdentityProvider> findByIssuer(TenantId tenant, String issuer);

    /** Forgets a provider; fails with {@code NotFound}. Sessions that its tokens opened go on to their end. */
    void delete(TenantId tenant, String name);
}
