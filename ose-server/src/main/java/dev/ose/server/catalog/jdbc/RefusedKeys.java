package dev.ose.server.catalog.jdbc;

/** Conditions on marks of keys that platforms refuse to report; they match those of the indexes. */
public final class RefusedKeys {

    /** Marks that are verified when due. */
    public static final String IS_ASKED_FOR = "refusals < 3";

    /** Marks that are kept because their rows may be wrong, but verified rarely. */
    public static final String IS_PARKED = "refusals >= 3";

    /** If a mark {@code d} is made again, its key is verified once more. */
    public static final String ASK_ONCE_MORE = "least(d.refusals, 2)";

    private RefusedKeys() {}
}
