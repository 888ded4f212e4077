package dev.ose.server.catalog.label;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The labels of one object by name, within the limits of S3, whatever the platform reports. */
public record Labels(Map<LabelName, String> values) {

    /** An object known to have no labels. */
    public static final Labels NONE = new Labels(Map.of());

    private static final int MAX_TAGS = 10;
    private static final int TAG_NAME_CHARS = 128;
    private static final int TAG_VALUE_CHARS = 256;
    private static final int METADATA_BYTES = 2 * 1024;
    private static final int CONTENT_TYPE_CHARS = 1024;

    public Labels {
        values = Map.copyOf(values);
    }

    /** The value of the label. */
    public Optional<String> find(LabelName name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Collects what a platform reports, and drops what S3 does not allow or the database cannot store. */
    public static final class Collector {

        private final Map<LabelName, String> values = new TreeMap<>();
        private int tags;
        private int metadataBytes;

        /** Adds the content type. */
        public Collector contentType(String value) {
            if (value.length() <= CONTENT_TYPE_CHARS) {
                put(LabelName.CONTENT_TYPE, value);
            }
            return this;
        }

        /** Adds a tag. */
        public Collector tag(String name, String value) {
            boolean isShort = characters(name) <= TAG_NAME_CHARS && characters(value) <= TAG_VALUE_CHARS;
            if (isShort && tags < MAX_TAGS && put(LabelName.tag(name), value)) {
                tags++;
            }
            return this;
        }

        /** Adds an entry of the user metadata. */
        public Collector metadata(String name, String value) {
            int bytes = bytes(name) + bytes(value);
            if (metadataBytes + bytes <= METADATA_BYTES && put(LabelName.metadata(name), value)) {
                metadataBytes += bytes;
            }
            return this;
        }

        private boolean put(LabelName name, String value) {
            return isText(name.text()) && isText(value) && values.putIfAbsent(name, value) == null;
        }

        private static boolean isText(String text) {
            return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        }

        private static int characters(String text) {
            return text.codePointCount(0, text.length());
        }

        private static int bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }

        /** All labels added. */
        public Labels labels() {
            return new Labels(values);
        }
    }
}
