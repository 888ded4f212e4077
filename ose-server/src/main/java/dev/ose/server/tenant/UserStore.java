package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores users. A user is visible once it has its reserved credential; before that only to {@link #claim}. Every method
 * blocks on the database.
 */
public interface UserStore {

    /**
     * Inserts an unfinished user, or returns an earlier unfinished one of that name.
     *
     * @param adopts the platform user to adopt; null if the platform is to create one
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if there is a finished one, {@code
     *     NotFound} if there is no such tenant, {@code Invalid} if another user has that platform user, or the
     *     unfinished one was begun with another
     */
    User claim(TenantId tenant, User draft, @Nullable PlatformUserId adopts);

    /**
     * Deletes an unfinished user and its credentials if it never had a platform key, and so never acted; otherwise does
     * nothing.
     */
    void release(TenantId tenant, UserId user);

    /**
     * Records the counterpart on the platform; does nothing if that was done. Fails with {@code NotFound} if the user
     * was removed.
     */
    void setCounterpart(TenantId tenant, UserId user, PlatformUser counterpart);

    /** The user's counterpart, once recorded. */
    Optional<PlatformUserId> counterpart(TenantId tenant, UserId user);

    /**
     * Records the platform key, sealed, unless one is recorded. Returns the access key that is now recorded. Fails with
     * {@code NotFound} if the user was removed.
     */
    String setPlatformKey(TenantId tenant, UserId user, PlatformKey key);

    /** Whether a platform key is recorded. */
    boolean hasPlatformKey(TenantId tenant, UserId user);

    /** The finished user of that id, if it belongs to the tenant. */
    Optional<User> find(TenantId tenant, UserId user);

    /** As {@link #find}, as administrators see it, with its revision. */
    Optional<Revised<ShownUser>> findShown(TenantId tenant, UserId user);

    /** The tenant's finished user of that name. */
    Optional<User> findByName(TenantId tenant, String name);

    /** The tenant's finished users by name, after {@code after} (empty from the start), at most {@code limit}. */
    List<User> list(TenantId tenant, String after, int limit);

    /** Fails with {@code NotFound} if the tenant has no such user, with {@code Outdated}. */
    void setStatus(TenantId tenant, UserId user, Status status, Expected expected);

    /**
     * Changes a finished user, all at once. Fails with {@code NotFound} if the tenant has no such user, with {@code
     * Outdated}, with {@code Invalid}.
     */
    void edit(TenantId tenant, UserId user, UserChange change, Expected expected);
}
