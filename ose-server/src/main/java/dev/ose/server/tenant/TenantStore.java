package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the rows of tenants. A tenant exists for everybody else once its counterpart on the platform is recorded; before
 * that only {@link #claim} sees it. Every method blocks on the database.
 */
public interface TenantStore {

    /**
     * Writes an unfinished tenant, or returns the earlier unfinished one of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if there is a finished one; {@code Invalid}
     *     if an unfinished one was begun on another platform, which may already have made its counterpart
     */
    Tenant claim(Tenant draft);

    /**
     * Writes a finished tenant whose counterpart was on the platform before and may be shared by several.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if there is a tenant of that name, {@code
     *     Invalid} if OSE made the counterpart for another tenant
     */
    void adopt(Tenant draft, PlatformTenant counterpart);

    /**
     * Records the counterpart and thereby finishes the tenant; does nothing if that was done.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if others share the counterpart
     */
    void finish(TenantId tenant, PlatformTenant counterpart);

    /**
     * Gives a tenant without users and buckets another counterpart, which was on the platform before and may be shared.
     * Records only its endpoint if it is the tenant's already.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if there is no such tenant, {@code Invalid} if it is
     *     not empty, others share buckets with it, or OSE made the counterpart for another tenant
     */
    void remap(TenantId tenant, PlatformTenant counterpart);

    /** The tenant's counterpart; fails with {@code NotFound} while there is none. */
    PlatformTenantId counterpart(TenantId tenant);

    /** The finished tenant of that id. */
    Optional<Tenant> find(TenantId tenant);

    /** The finished tenant of that name. */
    Optional<Tenant> findByName(String name);

    /** Finished tenants by name: those behind {@code after} (empty from the start), at most {@code limit}. */
    List<Tenant> list(String after, int limit);

    /** Fails with {@code NotFound} if there is no such tenant. */
    void setStatus(TenantId tenant, Status status);

    /** Fails with {@code NotFound} if there is no such tenant. */
    void setPoseAs(TenantId tenant, ImpersonationPolicy poseAs);
}
