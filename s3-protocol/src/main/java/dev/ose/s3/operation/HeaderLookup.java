package dev.ose.s3.operation;

import org.jspecify.annotations.Nullable;

/** Access to request headers for the parser. */
@FunctionalInterface
public interface HeaderLookup {

    /** No header at all. */
    HeaderLookup NONE = name -> null;

    /**
     * The value of the header as it was received, one char per octet, repeated headers joined with a comma; null if
     * absent. The name is given in lower case and matched ignoring case.
     */
    @Nullable
    String get(String name);
}
