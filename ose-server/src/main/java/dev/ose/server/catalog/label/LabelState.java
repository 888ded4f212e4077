package dev.ose.server.catalog.label;

/** Whether the labels of a bucket's objects are kept. */
public enum LabelState {
    /** Not kept. */
    OFF,
    /** Kept; existing objects are still being queued. */
    FILLING,
    /** Kept, for all objects that are not waiting. */
    FILLED,
    /** No longer kept; existing labels are being deleted. */
    REMOVING;

    /** Whether labels are kept. */
    public boolean isKept() {
        return this == FILLING || this == FILLED;
    }
}
