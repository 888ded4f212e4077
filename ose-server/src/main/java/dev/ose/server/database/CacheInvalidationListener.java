package dev.ose.server.database;

/** Something that remembers rows and must drop them when they change. */
public interface CacheInvalidationListener {

    /** Drops what depends on the row. */
    void forget(RowKind kind, String key);

    /** Drops everything. */
    void forgetAll();

    /** The tables whose changes are told, as the notifications name them in lower case. */
    enum RowKind {
        PLATFORM,
        TENANT,
        USER,
        CREDENTIAL,
        BUCKET
    }
}
