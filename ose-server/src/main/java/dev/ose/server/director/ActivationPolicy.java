package dev.ose.server.director;

import dev.ose.server.accounting.quota.Quota;
import java.util.Set;

/**
 * Whether organisations of Cloud Director without a tenant become one by the first request of one of their users.
 *
 * @param exceptions organisations that never do; an administrator may link them to a tenant
 * @param quota of tenants that are made so; {@link Quota#NONE} for none
 */
public record ActivationPolicy(Mode mode, Set<OrganisationId> exceptions, Quota quota) {

    /** When an organisation becomes a tenant. */
    public enum Mode {
        /** As each node is configured. */
        CONFIGURED,
        /** When an administrator of the provider links it to one. */
        MANUAL,
        /** By the first request of one of its users. */
        AUTOMATIC
    }

    public ActivationPolicy {
        exceptions = Set.copyOf(exceptions);
    }

    /**
     * Whether organisations become tenants by themselves.
     *
     * @param isConfigured whether they do on this node by its configuration
     */
    public boolean isAutomatic(boolean isConfigured) {
        return switch (mode) {
            case CONFIGURED -> isConfigured;
            case MANUAL -> false;
            case AUTOMATIC -> true;
        };
    }
}
