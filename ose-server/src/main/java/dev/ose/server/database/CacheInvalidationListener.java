package dev.ose.server.database;

/** A cache of rows, which must drop entries when the rows change. */
public interface CacheInvalidationListener {

    /** Drops the entries that depend on the row. */
    void forget(RowKind kind, String key);

    /** Drops all entries. */
    void forgetAll();

    /** The tables whose changes are notified, in lower case in the notifications. */
    enum RowKind {
        PLATFORM,
        TENANT,
        USER,
        CREDENTIAL,
        BUCKET
    }
}
