package dev.ose.adapter;

/** What a quota of a user bounds. */
public enum QuotaScope {
    /** All buckets of the user together. */
    USER,
    /** Each bucket of the user by itself. */
    BUCKET
}
