package dev.ose.s3;

import dev.ose.s3.checksum.Digester;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The entity tag of an object or part, held without its quotes: 1 to 256 visible ASCII characters other than the quote.
 * The constructor throws {@link IllegalArgumentException} for any other text.
 */
public record ETag(String value) {

    private static final int MAX_LENGTH = 256;
    private static final int MD5_LENGTH = 32;

    public ETag {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not an entity tag");
        }
    }

    /**
     * The tag in {@code text}, which may be bare, in quotes, in quotes spelt as XML entities, weak ({@code W/"x"}) or
     * surrounded by white space; the weakness is dropped. Empty when nothing valid remains.
     */
    public static Optional<ETag> parse(String text) {
        String tag = text.strip();
        if (tag.startsWith("W/\"")) {
            tag = tag.substring(2);
        }
        tag = unwrap(unwrap(unwrap(tag, "&quot;"), "&#34;"), "\"");
        return isValid(tag) ? Optional.of(new ETag(tag)) : Optional.empty();
    }

    /**
     * The tag that S3 gives an object which is put together from parts with these tags, in this order: the MD5 of the
     * parts' MD5s, a dash, and the number of parts. Empty if one of them is not an MD5.
     *
     * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html">Object
     *     integrity</a>
     */
    public static Optional<ETag> ofParts(List<ETag> parts) {
        if (parts.isEmpty() || !parts.stream().allMatch(ETag::isMd5)) {
            return Optional.empty();
        }
        byte[] digests = new byte[parts.size() * MD5_LENGTH / 2];
        for (int i = 0; i < parts.size(); i++) {
            byte[] digest = HexFormat.of().parseHex(parts.get(i).value);
            System.arraycopy(digest, 0, digests, i * digest.length, digest.length);
        }
        return Optional.of(new ETag(HexFormat.of().formatHex(Digester.md5().digest(digests)) + '-' + parts.size()));
    }

    /** Whether the tag has the form of an MD5 in hexadecimal digits. */
    public boolean isMd5() {
        return value.length() == MD5_LENGTH && value.chars().allMatch(HexFormat::isHexDigit);
    }

    /** The tag as a header and an XML document carry it, in double quotes. */
    public String quoted() {
        return '"' + value + '"';
    }

    @Override
    public String toString() {
        return quoted();
    }

    private static String unwrap(String text, String quote) {
        boolean wrapped = text.length() >= 2 * quote.length() && text.startsWith(quote) && text.endsWith(quote);
        return wrapped ? text.substring(quote.length(), text.length() - quote.length()) : text;
    }

    private static boolean isValid(String tag) {
        if (tag.isEmpty() || tag.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < tag.length(); i++) {
            char c = tag.charAt(i);
            if (c <= 0x20 || c >= 0x7f || c == '"') {
                return false;
            }
        }
        return true;
    }
}
