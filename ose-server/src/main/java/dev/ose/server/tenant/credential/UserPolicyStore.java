package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps the policies that are attached to users. Every method blocks on the database. */
public interface UserPolicyStore {

    /**
     * Writes the policy, or puts it in the place of the one of that name. Fails with {@code NotFound} (the user).
     *
     * @param requireRoom is told the names that the user has, and no other call meanwhile; what it throws, this throws
     */
    void put(TenantId tenant, UserId user, String name, String document, Consumer<List<String>> requireRoom);

    /** The document of that name. */
    Optional<String> find(TenantId tenant, UserId user, String name);

    /** The names of the user's policies, in byte order. */
    List<String> names(TenantId tenant, UserId user);

    /** Deletes the policy; says whether there was one. */
    boolean delete(TenantId tenant, UserId user, String name);
}
