package dev.ose.server.accounting.alert;

import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.util.Optional;

/** Stores thresholds. Every method blocks on the database; a change counts from the next round on. */
public interface AlertThresholdStore {

    /** Those of tenants without their own. */
    Revised<AlertThresholds> ofAll();

    /** Replaces those of tenants without their own; fails with {@code Outdated}. */
    void putOfAll(AlertThresholds thresholds, Expected expected);

    /** A tenant's own with their revision, which is {@link Expected#ABSENT} if it has none. */
    Revised<Optional<AlertThresholds>> of(TenantId tenant);

    /** Sets or replaces a tenant's own; fails with {@code Outdated}, or {@code NotFound} without the tenant. */
    void put(TenantId tenant, AlertThresholds thresholds, Expected expected);

    /** Returns a tenant to those of all; returns false if it had none. Fails with {@code Outdated}. */
    boolean remove(TenantId tenant, Expected expected);
}
