package dev.ose.adapter.embedded.store;

/** The versioning state of a bucket. */
public enum Versioning {
    /** Never enabled. */
    OFF,
    /** Each write adds a version. */
    ENABLED,
    /** Keeps its versions; each write replaces the null version. */
    SUSPENDED
}
