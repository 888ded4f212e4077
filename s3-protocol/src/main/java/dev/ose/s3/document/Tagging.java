package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tags of a bucket or an object, in their order. */
public record Tagging(List<Tag> tags) {

    /** The most tags of an object. */
    public static final int MAX_OBJECT_TAGS = 10;

    /** The most tags of a bucket. */
    public static final int MAX_BUCKET_TAGS = 50;

    private static final int MAX_KEY_CHARS = 128;
    private static final int MAX_VALUE_CHARS = 256;

    /** One tag. */
    public record Tag(String key, String value) {}

    public Tagging {
        tags = List.copyOf(tags);
    }

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, {@code BadRequest} for more than {@code maxTags}, and
     * {@code InvalidTag} for a repeated key or a key or value that is too long.
     */
    public static Tagging read(byte[] body, int maxTags) {
        Tagging tagging = readAsIs(body);
        if (tagging.tags.size() > maxTags) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.BAD_REQUEST, "There can be no more than " + maxTags + " tags"));
        }
        Set<String> keys = new HashSet<>();
        for (Tag tag : tagging.tags) {
            requireTag(tag);
            if (!keys.add(tag.key())) {
                throw new S3ErrorException(
                        S3Error.of(S3ErrorCode.INVALID_TAG, "Cannot provide multiple Tags with the same key"));
            }
        }
        return tagging;
    }

    /** Reads a body of at most 64 KiB, whatever tags it has: one that somebody else answers for. Throws {@code MalformedXML}. */
    public static Tagging readAsIs(byte[] body) {
        return RequestBody.read(body, RequestBody.SMALL_BYTES, "Tagging", Tagging::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("Tagging").start("TagSet");
        for (Tag tag : tags) {
            xml.start("Tag")
                    .element("Key", tag.key())
                    .element("Value", tag.value())
                    .end();
        }
        return xml.end().end().toBytes();
    }

    private static void requireTag(Tag tag) {
        int keyLength = tag.key().codePointCount(0, tag.key().length());
        int valueLength = tag.value().codePointCount(0, tag.value().length());
        if (keyLength == 0 || keyLength > MAX_KEY_CHARS) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_TAG, "The TagKey you have provided is invalid"));
        }
        if (valueLength > MAX_VALUE_CHARS) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.INVALID_TAG, "The TagValue you have provided is invalid"));
        }
    }

    private static Tagging content(XmlReader xml) {
        List<Tag> tags = new ArrayList<>();
        int sets = 0;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("TagSet") || ++sets > 1) {
                throw RequestBody.malformed();
            }
            for (String tag = xml.nextChild(); tag != null; tag = xml.nextChild()) {
                if (!tag.equals("Tag")) {
                    throw RequestBody.malformed();
                }
                tags.add(tag(xml));
            }
        }
        if (sets == 0) {
            throw RequestBody.malformed();
        }
        return new Tagging(tags);
    }

    private static Tag tag(XmlReader xml) {
        String key = null;
        String value = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> key = xml.text();
                case "Value" -> value = xml.text();
                default -> throw RequestBody.malformed();
            }
        }
        if (key == null || value == null) {
            throw RequestBody.malformed();
        }
        return new Tag(key, value);
    }
}
