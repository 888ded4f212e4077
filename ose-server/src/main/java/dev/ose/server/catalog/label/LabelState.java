package dev.ose.server.catalog.label;

/** Whether labels of a bucket's objects are kept. */
public enum LabelState {
    /** No. */
    OFF,
    /** Yes; the objects that were there before have yet to be queued. */
    FILLING,
    /** Yes, of all objects but those that wait. */
    FILLED,
    /** No longer; what was kept goes. */
    REMOVING;

    /** Whether they are. */
    public boolean isKept() {
        return this == FILLING || this == FILLED;
    }
}
