package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A platform's answer to {@code ListObjects} of either version, in the order in which it came.
 * {@link MalformedXmlException} says that it was none.
 *
 * @param entries the newest versions of objects
 * @param truncated whether there are objects behind the last entry
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html">ListObjects</a>
 */
public record ListingAnswer(List<ListedObject> entries, List<String> commonPrefixes, boolean truncated) {

    public ListingAnswer {
        entries = List.copyOf(entries);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** Reads an answer of at most {@link PlatformAnswer#MAX_BYTES}, its keys encoded or not, as it says itself. */
    public static ListingAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, PlatformAnswer.MAX_BYTES, RequestBody.LARGE_EVENTS);
        if (!xml.name().equals("ListBucketResult")) {
            throw nonsense();
        }
        List<Raw> found = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        boolean truncated = false;
        boolean encoded = false;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "Contents" -> found.add(raw(xml));
                case "CommonPrefixes" -> prefixes.add(xml.textOf("Prefix"));
                default -> xml.skip();
            }
        }
        xml.finish();
        List<ListedObject> entries = new ArrayList<>(found.size());
        for (Raw each : found) {
            entries.add(each.entry(encoded));
        }
        boolean isEncoded = encoded;
        prefixes.replaceAll(each -> decode(each, isEncoded).orElseThrow(ListingAnswer::nonsense));
        return new ListingAnswer(entries, prefixes, truncated);
    }

    private static Raw raw(XmlReader xml) {
        Raw raw = new Raw();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> raw.key = xml.text();
                case "LastModified" -> raw.modified = xml.text().strip();
                case "ETag" -> raw.tag = xml.text().strip();
                case "Size" -> raw.size = xml.text().strip();
                case "StorageClass" -> raw.storageClass = xml.text().strip();
                case "Owner" -> raw.owner = owner(xml);
                default -> xml.skip();
            }
        }
        return raw;
    }

    private static Owner owner(XmlReader xml) {
        String id = "";
        String name = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "ID" -> id = xml.text();
                case "DisplayName" -> name = xml.text();
                default -> xml.skip();
            }
        }
        return new Owner(id, name);
    }

    /** Encoded as forms are: a plus stands for a blank. */
    private static Optional<String> decode(String text, boolean encoded) {
        return encoded ? UriEncoding.decode(text.replace("+", "%20")) : Optional.of(text);
    }

    private static MalformedXmlException nonsense() {
        return new MalformedXmlException("not a listing of objects");
    }

    /** An entry as it was written: whether its key is encoded may be said behind it. */
    private static final class Raw {

        private String key = "";
        private String modified = "";
        private String tag = "";
        private String size = "";
        private String storageClass = ListedObject.STANDARD;
        private @Nullable Owner owner;

        ListedObject entry(boolean encoded) {
            try {
                return new ListedObject(
                        decode(key, encoded).flatMap(ObjectKey::parse).orElseThrow(ListingAnswer::nonsense),
                        ListedTime.parse(modified),
                        ETag.parse(tag).orElseThrow(ListingAnswer::nonsense),
                        Long.parseLong(size),
                        storageClass,
                        owner);
            } catch (DateTimeException | NumberFormatException e) {
                throw nonsense();
            }
        }
    }
}
