package dev.ose.server.catalog.label;

import java.util.Locale;

/**
 * What a label is called.
 *
 * @param text as filters have it; of a tag or of metadata with what tells them apart in front
 */
public record LabelName(String text) implements Comparable<LabelName> {

    /** The content type's. */
    public static final LabelName CONTENT_TYPE = new LabelName("contentType");

    /** What the names of tags begin with. */
    public static final String TAG_PREFIX = "tag.";

    /** What the names of user metadata begin with. */
    public static final String METADATA_PREFIX = "meta.";

    /** That of a tag. */
    public static LabelName tag(String name) {
        return new LabelName(TAG_PREFIX + name);
    }

    /** That of user metadata, whose names are those of headers: no matter in which case. */
    public static LabelName metadata(String name) {
        return new LabelName(METADATA_PREFIX + name.toLowerCase(Locale.ROOT));
    }

    @Override
    public int compareTo(LabelName other) {
        return text.compareTo(other.text);
    }
}
