package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformId;
import java.util.List;
import java.util.Optional;

/**
 * Stores the counterparts of tenants and users on platforms other than the tenant's first. Every method blocks on the
 * database. A platform that is the tenant's first has no row here.
 */
public interface PlacementStore {

    /**
     * A further platform of a tenant.
     *
     * @param isAllowed whether the tenant may create buckets there
     * @param hasCounterpart whether the tenant has a counterpart there
     */
    record Place(PlatformId platform, boolean isAllowed, boolean hasCounterpart) {}

    /** The further platforms of the tenant, in the order of their ids. */
    List<Place> places(TenantId tenant);

    /** Whether the tenant may create buckets on the further platform. */
    boolean isAllowed(TenantId tenant, PlatformId platform);

    /**
     * Lets the tenant create buckets on a further platform, or no longer.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if there is no such tenant; {@code
     *     Invalid} if the platform is its first one; {@code VersionsDiffer} if it is to be allowed while nodes of
     *     several versions are alive
     */
    void allow(TenantId tenant, PlatformId platform, boolean isAllowed);

    /** The tenant's counterpart on any platform, once recorded. */
    Optional<PlatformTenantId> counterpart(TenantId tenant, PlatformId platform);

    /** Notes that the platform is being asked for a counterpart. Fails with {@code NotFound} without a row. */
    void beginTenant(TenantId tenant, PlatformId platform);

    /**
     * Records the counterpart; does nothing if that was done.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if it is another tenant's; {@code
     *     NotFound} without a row
     */
    void finishTenant(TenantId tenant, PlatformId platform, PlatformTenant counterpart);

    /** Claims the row of a user's counterpart. Fails with {@code NotFound} if the user was removed. */
    void claimUser(TenantId tenant, UserId user, PlatformId platform);

    /**
     * Records the counterpart; does nothing if that was done. Fails with {@code NotFound} if the user was removed, with
     * {@code PlatformRefused} if another counterpart is recorded.
     */
    void setCounterpart(TenantId tenant, UserId user, PlatformId platform, PlatformUser counterpart);

    /** The user's counterpart on any platform, once recorded. */
    Optional<PlatformUserId> counterpart(TenantId tenant, UserId user, PlatformId platform);

    /** The further platforms on which the user has a recorded counterpart. */
    List<PlatformId> platforms(TenantId tenant, UserId user);

    /**
     * Records the key, sealed, unless one is recorded. Returns the access key that is now recorded. Fails with {@code
     * NotFound} if the user was removed.
     */
    String setKey(TenantId tenant, UserId user, PlatformId platform, PlatformKey key);

    /** The login of the user on a further platform; empty until its counterpart is complete. */
    Optional<PlatformLogin> login(TenantId tenant, UserId user, PlatformId platform);

    /** Deletes the row of a removed user's counterpart, which the platform has deleted. */
    void forgetUser(TenantId tenant, UserId user, PlatformId platform);
}
