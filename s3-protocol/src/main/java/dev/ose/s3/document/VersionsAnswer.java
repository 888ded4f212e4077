package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.xml.XmlReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A platform's answer to {@code ListObjectVersions}, in its order: by keys, the newest version of each first. {@link
 * dev.ose.s3.xml.MalformedXmlException} if it is invalid.
 *
 * @param next the marker of the next page; null on the last one
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html">ListObjectVersions</a>
 */
public record VersionsAnswer(List<Entry> entries, @Nullable Marker next) {

    public VersionsAnswer {
        entries = List.copyOf(entries);
    }

    /**
     * A version or a delete marker.
     *
     * @param object null for a delete marker
     */
    public record Entry(
            ObjectKey key,
            String versionId,
            boolean isLatest,
            Instant lastModified,
            @Nullable ListedObject object) {}

    /** The last entry of a page; everything behind it is still to come. */
    public record Marker(String key, String versionId) {}

    /** Reads an answer of at most {@link PlatformAnswer#MAX_BYTES}, with encoded or plain keys, as it states. */
    public static VersionsAnswer read(byte[] body) {
        XmlReader xml = XmlReader.open(body, PlatformAnswer.MAX_BYTES, XmlRequestBody.LARGE_EVENTS);
        if (!xml.name().equals("ListVersionsResult")) {
            throw ListedEntry.nonsense();
        }
        List<Found> found = new ArrayList<>();
        boolean truncated = false;
        boolean encoded = false;
        String nextKey = "";
        String nextVersion = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IsTruncated" -> truncated = xml.text().strip().equals("true");
                case "EncodingType" -> encoded = xml.text().strip().equals("url");
                case "NextKeyMarker" -> nextKey = xml.text();
                case "NextVersionIdMarker" -> nextVersion = xml.text().strip();
                case "Version" -> found.add(new Found(ListedEntry.read(xml), false));
                case "DeleteMarker" -> found.add(new Found(ListedEntry.read(xml), true));
                default -> xml.skip();
            }
        }
        xml.finish();
        List<Entry> entries = new ArrayList<>(found.size());
        for (Found each : found) {
            entries.add(each.entry(encoded));
        }
        if (truncated && nextKey.isEmpty()) {
            throw ListedEntry.nonsense();
        }
        return new VersionsAnswer(
                entries, truncated ? new Marker(ListedEntry.decode(nextKey, encoded), nextVersion) : null);
    }

    private record Found(ListedEntry listed, boolean isMarker) {

        Entry entry(boolean encoded) {
            return new Entry(
                    listed.key(encoded),
                    listed.versionId(),
                    listed.isLatest(),
                    listed.modified(),
                    isMarker ? null : listed.object(encoded));
        }
    }
}
