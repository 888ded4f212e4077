package dev.ose.server.iam.federation;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.util.List;
import java.util.Optional;

/** Stores the identity providers of the provider's administrators. Every method blocks on the database. */
public interface AdministratorProviderStore {

    /**
     * Inserts or replaces the identity provider of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if another one has the issuer,
     *     {@code Invalid} if it would change the issuer, whose subjects its administrators are, {@code Outdated}
     */
    void put(AdministratorProvider provider, Expected expected);

    /** The identity provider of that name. */
    Optional<Revised<AdministratorProvider>> find(String name);

    /** The names of all identity providers. */
    List<String> names();

    /**
     * Deletes an identity provider with the administrators who sign in by it, their sessions and tokens; fails with
     * {@code NotFound}, {@code Outdated}.
     */
    void delete(String name, Expected expected);
}
