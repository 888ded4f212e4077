package dev.ose.server.accounting.rating;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Stores plans of prices and which tenants have them. Every method blocks on the database. */
public interface RatePlanStore {

    /** A plan; fails with {@code NotFound}. */
    Revised<RatePlan> get(String name);

    /** Creates a plan or replaces its prices. Fails with {@code Outdated}. */
    void put(String name, RatePlan.Prices prices, Expected expected);

    /**
     * Deletes a plan. Deleted tenants that had it are without a plan then.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}, {@code Outdated}; {@code WrongState} if
     *     a tenant has it that is not deleted
     */
    void remove(String name, Expected expected);

    /** Gives the plan to a tenant in place of the one before; fails with {@code NotFound} if there is no such plan. */
    void assign(TenantId tenant, String name);

    /** Leaves a tenant without a plan; does nothing if it has none. */
    void withdraw(TenantId tenant);

    /** The plan of a tenant, if it has one. */
    Optional<RatePlan> of(TenantId tenant);

    /** The plans of those of the tenants that have one. */
    Map<TenantId, RatePlan> of(Collection<TenantId> tenants);
}
