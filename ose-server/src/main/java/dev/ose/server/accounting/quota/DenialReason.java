package dev.ose.server.accounting.quota;

/** What keeps a write from its room. */
public enum DenialReason {
    /** What other nodes have leased; or what was granted went to another write of this node. They give back within a second. */
    LEASED(12),
    /**
     * Writes of this node that are under way. One that was stored a moment ago is counted and under way at once: were it the other
     * way round, it would be neither for a moment.
     */
    UNDER_WAY(4),
    /** What is stored. */
    STORED(1);

    private final int attempts;

    DenialReason(int attempts) {
        this.attempts = attempts;
    }

    /** Whether this attempt, the first being 0, may find the room that the one before did not. */
    boolean mayPass(int attempt) {
        return attempt < attempts;
    }
}
