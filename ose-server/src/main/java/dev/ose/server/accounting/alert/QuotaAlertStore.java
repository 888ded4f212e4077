package dev.ose.server.accounting.alert;

import dev.ose.server.tenant.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores alerts. Every method blocks on the database. Safe on several nodes at once. */
public interface QuotaAlertStore {

    /** How many cleared alerts of a tenant are kept, the newest. */
    int MAX_CLEARED = 1_000;

    /**
     * The tenants with a quota or an open alert, by id: those behind {@code after}, at most {@code limit}.
     *
     * @param after null from the start
     */
    List<TenantId> tenants(@Nullable TenantId after, int limit);

    /**
     * Raises and clears the alerts of a tenant by its present usage. What is raised or cleared is committed together
     * with its entries in the audit log and its messages to webhooks, once, on whichever nodes this is called at a
     * time. Does nothing for a tenant that was deleted.
     */
    Changes evaluate(TenantId tenant);

    /** The number of open alerts of all tenants. */
    long countOpen();

    /** How many alerts were raised and cleared. */
    record Changes(int raised, int cleared) {

        /** Nothing changed. */
        public static final Changes NONE = new Changes(0, 0);
    }
}
