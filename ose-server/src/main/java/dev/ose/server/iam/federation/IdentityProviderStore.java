package dev.ose.server.iam.federation;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.util.Optional;

/** Stores the identity providers that tenants trust. Every method blocks on the database. */
public interface IdentityProviderStore {

    /**
     * Inserts or replaces the tenant's provider of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if the tenant trusts the issuer
     *     under another name, {@code NotFound} if there is no such tenant, {@code Outdated}
     */
    void put(IdentityProvider provider, Expected expected);

    /** Inserts or replaces the provider in any state. */
    default void put(IdentityProvider provider) {
        put(provider, new Expected.Anything());
    }

    /** The tenant's provider of that name, with its revision, which is also that of its client. */
    Optional<Revised<IdentityProvider>> find(TenantId tenant, String name);

    /** The tenant's provider with that issuer claim. */
    Optional<IdentityProvider> findByIssuer(TenantId tenant, String issuer);

    /**
     * Deletes a provider; fails with {@code NotFound}, {@code Outdated}. Sessions opened by its tokens continue until
     * they expire.
     */
    void delete(TenantId tenant, String name, Expected expected);

    /** Deletes the provider in any state. */
    default void delete(TenantId tenant, String name) {
        delete(tenant, name, new Expected.Anything());
    }
}
