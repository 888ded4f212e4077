package dev.ose.adapter.embedded.store;

/** Whether a bucket keeps versions. */
public enum Versioning {
    /** Never did. */
    OFF,
    /** Each write adds a version. */
    ENABLED,
    /** Keeps what it has; each write replaces the null version. */
    SUSPENDED
}
