package dev.ose.s3.document;

import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;

/**
 * A platform's answer to {@code ListObjects} of either version, in its order. {@link MalformedXmlException} if it is
 * invalid.
 *
 * @param entries the newest versions of objects
 * @param truncated whether further objects follow
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html">ListObjects</a>
 */
public record ListingAnswer(List<ListedObject> entries, List<String> commonPrefixes, boolean truncated) {

    public ListingAnswer {
        entries = List.copyOf(entries);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** Reads an answer of at most {@link PlatformAnswer#MAX_BYTES}, with encoded or plain keys, as it states. */
    public static ListingAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, PlatformAnswer.MAX_BYTES, XmlRequestBody.LARGE_EVENTS);
        if (!xml.name().equals("ListBucketResult")) {
            throw ListedEntry.nonsense();
        }
        List<ListedEntry> found = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        boolean truncated = false;
        boolean encoded = false;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "Contents" -> found.add(ListedEntry.read(xml));
                case "CommonPrefixes" -> prefixes.add(xml.textOf("Prefix"));
                default -> xml.skip();
            }
        }
        xml.finish();
        List<ListedObject> entries = new ArrayList<>(found.size());
        for (ListedEntry each : found) {
            entries.add(each.object(encoded));
        }
        boolean isEncoded = encoded;
        prefixes.replaceAll(each -> ListedEntry.decode(each, isEncoded));
        return new ListingAnswer(entries, prefixes, truncated);
    }
}
