package dev.ose.s3.operation;

import org.jspecify.annotations.Nullable;

/** Where the parser asks for a request header. */
@FunctionalInterface
public interface HeaderLookup {

    /** No header at all. */
    HeaderLookup NONE = name -> null;

    /**
     * The value of the header as it was received, one char per octet, repeated headers joined with a comma; null when
     * absent. The name is asked for in lower case and must be matched in any case.
     */
    @Nullable
    String get(String name);
}
