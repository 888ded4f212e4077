package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A platform's answer to {@code ListMultipartUploads}, in its order. {@link dev.ose.s3.xml.MalformedXmlException} if it
 * is invalid.
 *
 * @param next the marker of the next page; null on the last one
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html">ListMultipartUploads</a>
 */
public record UploadsAnswer(List<Entry> entries, @Nullable Marker next) {

    public UploadsAnswer {
        entries = List.copyOf(entries);
    }

    /** An upload that is neither complete nor aborted. */
    public record Entry(ObjectKey key, UploadId id) {}

    /** The last entry of a page; everything behind it is still to come. */
    public record Marker(String key, String uploadId) {

        static Marker behind(Entry entry) {
            return new Marker(entry.key().value(), entry.id().value());
        }
    }

    /**
     * Reads an answer of at most {@link PlatformAnswer#MAX_BYTES} to a request for encoded keys. If it does not state
     * the encoding, keys are decoded, as for Ceph 16.2, unless one is not a valid encoding.
     */
    public static UploadsAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, PlatformAnswer.MAX_BYTES, XmlRequestBody.LARGE_EVENTS);
        if (!xml.name().equals("ListMultipartUploadsResult")) {
            throw ListedEntry.nonsense();
        }
        List<Written> written = new ArrayList<>();
        boolean truncated = false;
        boolean encoded = true;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "Upload" -> written.add(Written.read(xml));
                default -> xml.skip();
            }
        }
        xml.finish();
        if (truncated && written.isEmpty()) {
            throw ListedEntry.nonsense();
        }
        List<Entry> entries = new ArrayList<>(written.size());
        for (Written each : written) {
            entries.add(each.entry(encoded));
        }
        return new UploadsAnswer(entries, truncated ? Marker.behind(entries.getLast()) : null);
    }

    /** An undecoded entry: the encoding of keys may be stated after it. */
    private record Written(String key, String id) {

        static Written read(XmlReader xml) {
            String key = "";
            String id = "";
            for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
                switch (child) {
                    case "Key" -> key = xml.text();
                    case "UploadId" -> id = xml.text().strip();
                    default -> xml.skip();
                }
            }
            return new Written(key, id);
        }

        private String decoded() {
            return UriEncoding.decode(key.replace("+", "%20")).orElse(key);
        }

        Entry entry(boolean encoded) {
            return new Entry(
                    ObjectKey.parse(encoded ? decoded() : key).orElseThrow(ListedEntry::nonsense),
                    UploadId.parse(id).orElseThrow(ListedEntry::nonsense));
        }
    }
}
