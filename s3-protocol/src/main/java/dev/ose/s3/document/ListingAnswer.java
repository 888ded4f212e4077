package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A platform's answer to {@code ListObjects}, in the order in which it came.
 * {@link MalformedXmlException} says that it was none.
 *
 * @param truncated whether there are objects behind the last entry
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html">ListObjects</a>
 */
public record ListingAnswer(List<Entry> entries, boolean truncated) {

    /** One object: its newest version. */
    public record Entry(ObjectKey key, Instant modifiedAt, ETag tag, long sizeBytes) {}

    public ListingAnswer {
        entries = List.copyOf(entries);
    }

    /** Reads an answer of at most {@link PlatformAnswer#MAX_BYTES}, its keys encoded or not, as it says itself. */
    public static ListingAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, PlatformAnswer.MAX_BYTES, RequestBody.LARGE_EVENTS);
        if (!xml.name().equals("ListBucketResult")) {
            throw nonsense();
        }
        List<Raw> found = new ArrayList<>();
        boolean truncated = false;
        boolean encoded = false;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "Contents" -> found.add(raw(xml));
                default -> xml.skip();
            }
        }
        xml.finish();
        List<Entry> entries = new ArrayList<>(found.size());
        for (Raw each : found) {
            entries.add(each.entry(encoded));
        }
        return new ListingAnswer(entries, truncated);
    }

    private static Raw raw(XmlReader xml) {
        String key = "";
        String modified = "";
        String tag = "";
        String size = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> key = xml.text();
                case "LastModified" -> modified = xml.text().strip();
                case "ETag" -> tag = xml.text().strip();
                case "Size" -> size = xml.text().strip();
                default -> xml.skip();
            }
        }
        return new Raw(key, modified, tag, size);
    }

    private static MalformedXmlException nonsense() {
        return new MalformedXmlException("not a listing of objects");
    }

    /** An entry as it was written: whether its key is encoded may be said behind it. */
    private record Raw(String key, String modified, String tag, String size) {

        Entry entry(boolean encoded) {
            try {
                return new Entry(
                        key(encoded).flatMap(ObjectKey::parse).orElseThrow(ListingAnswer::nonsense),
                        Instant.parse(modified),
                        ETag.parse(tag).orElseThrow(ListingAnswer::nonsense),
                        Long.parseLong(size));
            } catch (DateTimeParseException | NumberFormatException e) {
                throw nonsense();
            }
        }

        /** Encoded as forms are: a plus stands for a blank. */
        private Optional<String> key(boolean encoded) {
            return encoded ? UriEncoding.decode(key.replace("+", "%20")) : Optional.of(key);
        }
    }
}
