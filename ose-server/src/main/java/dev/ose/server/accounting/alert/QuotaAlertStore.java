package dev.ose.server.accounting.alert;

import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stores alerts. Every method blocks on the database. Safe on several nodes at once. */
public interface QuotaAlertStore {

    /** How many cleared alerts of a tenant are kept, the newest. */
    int MAX_CLEARED = 1_000;

    /**
     * Begins a round; returns false if one began on any node within the period: nodes evaluate in turn, not each for
     * itself.
     */
    boolean beginRound(Duration period);

    /** Ids of quotas, also of removed ones with open alerts, ascending: {@code limit} above {@code after}. */
    List<Long> quotas(long after, int limit);

    /**
     * Which of these quotas have alerts that begin or are over, by the rolled-up counters alone, and without a lock: a
     * page of quotas is one statement, whatever waits to be rolled up.
     */
    Map<TenantId, Set<Long>> due(List<Long> quotas);

    /**
     * Raises and clears the alerts of quotas of a tenant by its exact usage. What is raised or cleared is committed
     * together with its entries in the audit log and its messages to webhooks, once, on whichever nodes this is called
     * at a time. Does nothing for a tenant that was deleted.
     */
    Changes evaluate(TenantId tenant, Collection<Long> quotas);

    /** The number of open alerts of all tenants. */
    long countOpen();

    /** How many alerts were raised and cleared. */
    record Changes(int raised, int cleared) {

        /** Nothing changed. */
        public static final Changes NONE = new Changes(0, 0);

        int all() {
            return raised + cleared;
        }
    }
}
