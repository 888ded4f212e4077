package dev.ose.s3.operation;

import dev.ose.s3.UriEncoding;

/** The encoding of keys, prefixes, delimiters and markers in a listing. */
public enum EncodingType {
    /** As XML text. */
    NONE,
    /** Percent-encoded, slashes kept, for clients whose XML reader takes no control characters. */
    URL;

    /** The text as the listing carries it, before XML escaping. */
    public String encode(String text) {
        return switch (this) {
            case NONE -> text;
            case URL -> UriEncoding.encodePath(text);
        };
    }
}
