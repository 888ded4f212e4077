package dev.ose.server.tenant;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.util.Optional;

/**
 * Stores tenants. A tenant is visible once its counterpart on the platform is recorded; before that only to {@link
 * #claim}. Every method blocks on the database.
 */
public interface TenantStore {

    /**
     * Inserts an unfinished tenant, or returns an earlier unfinished one of that name.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if there is a finished one; {@code
     *     Invalid} if an unfinished one was begun on another platform, which may already have created its counterpart
     */
    Tenant claim(Tenant draft);

    /**
     * Inserts a finished tenant whose counterpart existed on the platform before and may be shared by several.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if there is a tenant of that name,
     *     {@code Invalid} if OSE created the counterpart for another tenant
     */
    void adopt(Tenant draft, PlatformTenant counterpart);

    /**
     * Records the counterpart and thereby finishes the tenant; does nothing if that was done.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Invalid} if others share the counterpart
     */
    void finish(TenantId tenant, PlatformTenant counterpart);

    /**
     * Sets another counterpart of a tenant without users and buckets, which existed on the platform before and may be
     * shared. If it is the tenant's counterpart already, records only its endpoint.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if there is no such tenant, {@code
     *     Invalid} if it is not empty, others share buckets with it, or OSE created the counterpart for another tenant;
     *     {@code Outdated}
     */
    void remap(TenantId tenant, PlatformTenant counterpart, Expected expected);

    /** The tenant's counterpart; fails with {@code NotFound} while there is none. */
    PlatformTenantId counterpart(TenantId tenant);

    /** The finished tenant of that id. */
    Optional<Tenant> find(TenantId tenant);

    /** As {@link #find}, as administrators see it, with its revision. */
    Optional<Revised<ShownTenant>> findShown(TenantId tenant);

    /** The finished tenant of that name. */
    Optional<Tenant> findByName(String name);

    /** Changes a finished tenant. Fails with {@code NotFound}, {@code Outdated}, {@code Invalid}. */
    void edit(TenantId tenant, TenantChange change, Expected expected);

    /** Fails with {@code NotFound} if there is no such tenant, with {@code Outdated}. */
    void setImpersonation(TenantId tenant, ImpersonationPolicy impersonation, Expected expected);

    /** Fails with {@code NotFound} if there is no such tenant, with {@code Outdated}. */
    void setProviderAccess(TenantId tenant, ProviderAccess access, Expected expected);
}
