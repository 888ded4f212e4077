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

    /** The prefix that AWS reserves for its own tags. */
    private static final String RESERVED_PREFIX = "aws:";

    private static final String PUNCTUATION = "_.:/=+-@";

    /** One tag. */
    public record Tag(String key, String value) {

        /**
         * Refuses, with {@code InvalidTag}, what AWS does not take for a tag: a key of 1 to 128 characters and a value
         * of up to 256, which are letters, numbers, spaces and {@code _.:/=+-@}.
         *
         * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_control_S3Tag.html">S3Tag</a>
         */
        public void require() {
            if (key.isEmpty() || !isText(key, MAX_KEY_CHARS)) {
                throw invalid("The TagKey you have provided is invalid");
            }
            if (!isText(value, MAX_VALUE_CHARS)) {
                throw invalid("The TagValue you have provided is invalid");
            }
            if (key.startsWith(RESERVED_PREFIX)) {
                throw invalid("System tags cannot be added/updated by requester");
            }
        }

        private static boolean isText(String text, int mostChars) {
            return text.codePointCount(0, text.length()) <= mostChars
                    && text.codePoints().allMatch(Tag::isAllowed);
        }

        private static boolean isAllowed(int character) {
            return switch (Character.getType(character)) {
                case Character.UPPERCASE_LETTER,
                        Character.LOWERCASE_LETTER,
                        Character.TITLECASE_LETTER,
                        Character.MODIFIER_LETTER,
                        Character.OTHER_LETTER,
                        Character.DECIMAL_DIGIT_NUMBER,
                        Character.LETTER_NUMBER,
                        Character.OTHER_NUMBER,
                        Character.SPACE_SEPARATOR,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR -> true;
                default -> PUNCTUATION.indexOf(character) >= 0;
            };
        }

        private static S3ErrorException invalid(String why) {
            return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_TAG, why));
        }
    }

    public Tagging {
        tags = List.copyOf(tags);
    }

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, {@code BadRequest} for more than {@code maxTags},
     * and {@code InvalidTag} for a repeated key and for what {@link Tag#require} refuses.
     */
    public static Tagging read(byte[] body, int maxTags) {
        return readAsIs(body).checked(maxTags);
    }

    /** These tags, unless they cannot be those of one bucket or object. */
    Tagging checked(int maxTags) {
        if (tags.size() > maxTags) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.BAD_REQUEST, "There can be no more than " + maxTags + " tags"));
        }
        Set<String> keys = new HashSet<>();
        for (Tag tag : tags) {
            tag.require();
            if (!keys.add(tag.key())) {
                throw new S3ErrorException(
                        S3Error.of(S3ErrorCode.INVALID_TAG, "Cannot provide multiple Tags with the same key"));
            }
        }
        return this;
    }

    /**
     * Reads a body of at most 64 KiB, whatever tags it has; another server is responsible for them. Throws {@code
     * MalformedXML}.
     */
    public static Tagging readAsIs(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, "Tagging", Tagging::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("Tagging").start("TagSet");
        write(xml);
        return xml.end().end().toBytes();
    }

    void write(XmlWriter xml) {
        for (Tag tag : tags) {
            xml.start("Tag")
                    .element("Key", tag.key())
                    .element("Value", tag.value())
                    .end();
        }
    }

    private static Tagging content(XmlReader xml) {
        Tagging tagging = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("TagSet") || tagging != null) {
                throw XmlRequestBody.malformed();
            }
            tagging = list(xml);
        }
        if (tagging == null) {
            throw XmlRequestBody.malformed();
        }
        return tagging;
    }

    /** The tags that stand in the open element, one after the other. */
    static Tagging list(XmlReader xml) {
        List<Tag> tags = new ArrayList<>();
        for (String tag = xml.nextChild(); tag != null; tag = xml.nextChild()) {
            if (!tag.equals("Tag")) {
                throw XmlRequestBody.malformed();
            }
            tags.add(tag(xml));
        }
        return new Tagging(tags);
    }

    static Tag tag(XmlReader xml) {
        String key = null;
        String value = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Key" -> key = xml.text();
                case "Value" -> value = xml.text();
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (key == null || value == null) {
            throw XmlRequestBody.malformed();
        }
        return new Tag(key, value);
    }
}
