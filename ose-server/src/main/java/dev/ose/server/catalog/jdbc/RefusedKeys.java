package dev.ose.server.catalog.jdbc;

/** Which marks are of keys that platforms refuse to tell of; the conditions are those of the indexes. */
public final class RefusedKeys {

    /** Marks that are asked for as they fall due. */
    public static final String IS_ASKED_FOR = "refusals < 3";

    /** Marks that are kept because their rows may be wrong, and hardly asked for any more. */
    public static final String IS_PARKED = "refusals >= 3";

    /** A mark {@code d} that is made again is asked for, once. */
    public static final String ASK_ONCE_MORE = "least(d.refusals, 2)";

    private RefusedKeys() {}
}
