package dev.ose.server.accounting.quota;

/** The amounts that leave no room for a write under a quota. */
public enum DenialReason {
    /**
     * Leases of other nodes, or a concurrent write of this node that took the granted amount. Unused leases are
     * returned within a second.
     */
    LEASED(12),
    /**
     * Writes of this node that are under way. For a moment, a finished write is counted both as stored and as under
     * way; the reverse order would count it as neither.
     */
    UNDER_WAY(4),
    /** Stored data. */
    STORED(1);

    private final int attempts;

    DenialReason(int attempts) {
        this.attempts = attempts;
    }

    /** Whether this attempt, the first being 0, may succeed although the previous one did not. */
    boolean mayPass(int attempt) {
        return attempt < attempts;
    }
}
