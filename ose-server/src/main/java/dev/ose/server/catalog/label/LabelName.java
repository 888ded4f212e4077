package dev.ose.server.catalog.label;

import java.util.Locale;

/**
 * The name of a label.
 *
 * @param text as in filters; tags and metadata have a prefix
 */
public record LabelName(String text) implements Comparable<LabelName> {

    public static final LabelName CONTENT_TYPE = new LabelName("contentType");

    /** Prefix of the names of tags. */
    public static final String TAG_PREFIX = "tag.";

    /** Prefix of the names of user metadata. */
    public static final String METADATA_PREFIX = "meta.";

    /** The label name of a tag. */
    public static LabelName tag(String name) {
        return new LabelName(TAG_PREFIX + name);
    }

    /** The label name of user metadata, which is case-insensitive like a header. */
    public static LabelName metadata(String name) {
        return new LabelName(METADATA_PREFIX + name.toLowerCase(Locale.ROOT));
    }

    @Override
    public int compareTo(LabelName other) {
        return text.compareTo(other.text);
    }
}
