package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Stores the policies that are attached to users. Every method blocks on the database. */
public interface UserPolicyStore {

    /**
     * Inserts or replaces a policy. Fails with {@code NotFound} (the user).
     *
     * @param requireRoom called with the names of the user's policies, serialized for the user; its exceptions are
     *     passed on
     */
    void put(TenantId tenant, UserId user, String name, String document, Consumer<List<String>> requireRoom);

    /** The document of that name. */
    Optional<String> find(TenantId tenant, UserId user, String name);

    /** The names of the user's policies, in byte order. */
    List<String> names(TenantId tenant, UserId user);

    /** Deletes the policy; returns whether it existed. */
    boolean delete(TenantId tenant, UserId user, String name);
}
