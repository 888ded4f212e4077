package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An undecoded entry of a listing: the encoding of keys may be stated after it. */
final class ListedEntry {

    private String key = "";
    private String modified = "";
    private String tag = "";
    private String size = "";
    private String storageClass = ListedObject.STANDARD;
    private String versionId = "";
    private boolean isLatest;
    private @Nullable Owner owner;

    private ListedEntry() {}

    /** Reads an element whose name has been read. */
    static ListedEntry read(XmlReader xml) {
        ListedEntry entry = new ListedEntry();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Key" -> entry.key = xml.text();
                case "LastModified" -> entry.modified = xml.text().strip();
                case "ETag" -> entry.tag = xml.text().strip();
                case "Size" -> entry.size = xml.text().strip();
                case "StorageClass" -> entry.storageClass = xml.text().strip();
                case "VersionId" -> entry.versionId = xml.text().strip();
                case "IsLatest" -> entry.isLatest = xml.text().strip().equals("true");
                case "Owner" -> entry.owner = owner(xml);
                default -> xml.skip();
            }
        }
        return entry;
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

    /** A text that may be encoded as forms are, where a plus stands for a blank. */
    static String decode(String text, boolean encoded) {
        return (encoded ? UriEncoding.decode(text.replace("+", "%20")) : Optional.of(text))
                .orElseThrow(ListedEntry::nonsense);
    }

    static MalformedXmlException nonsense() {
        return new MalformedXmlException("not a listing of objects");
    }

    ObjectKey key(boolean encoded) {
        return ObjectKey.parse(decode(key, encoded)).orElseThrow(ListedEntry::nonsense);
    }

    ListedObject object(boolean encoded) {
        try {
            return new ListedObject(
                    key(encoded),
                    modified(),
                    ETag.parse(tag).orElseThrow(ListedEntry::nonsense),
                    Long.parseLong(size),
                    storageClass,
                    owner);
        } catch (NumberFormatException e) {
            throw nonsense();
        }
    }

    Instant modified() {
        try {
            return ListedTime.parse(modified);
        } catch (DateTimeException e) {
            throw nonsense();
        }
    }

    String versionId() {
        if (versionId.isEmpty()) {
            throw nonsense();
        }
        return versionId;
    }

    boolean isLatest() {
        return isLatest;
    }
}
