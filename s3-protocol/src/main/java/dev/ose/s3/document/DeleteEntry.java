package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/** The elements of one entry of a {@code DeleteResult}, of either kind. */
record DeleteEntry(
        ObjectKey key,
        @Nullable VersionId versionId,
        boolean isMarker,
        @Nullable VersionId markerId,
        PlatformAnswer.Failed failed) {

    static DeleteEntry read(XmlReader xml) {
        String key = "";
        String version = "";
        String markerVersion = "";
        boolean marker = false;
        String code = "";
        String message = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> key = xml.text();
                case "VersionId" -> version = xml.text().strip();
                case "DeleteMarker" -> marker = xml.text().strip().equals("true");
                case "DeleteMarkerVersionId" -> markerVersion = xml.text().strip();
                case "Code" -> code = xml.text().strip();
                case "Message" -> message = xml.text();
                default -> xml.skip();
            }
        }
        return new DeleteEntry(
                ObjectKey.parse(key).orElseThrow(() -> new MalformedXmlException("entry without a key")),
                VersionId.parse(version).orElse(null),
                marker,
                VersionId.parse(markerVersion).orElse(null),
                new PlatformAnswer.Failed(code, message));
    }

    DeletedObject success() {
        return new DeletedObject(key, versionId, isMarker, markerId);
    }

    FailedDelete failure() {
        return new FailedDelete(key, versionId, failed.code(), failed.message());
    }
}
