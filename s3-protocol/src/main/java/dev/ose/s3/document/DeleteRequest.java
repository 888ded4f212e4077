package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.DeletionScope;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html">DeleteObjects</a>.
 *
 * @param entries up to 1000, in the order of the body, duplicates kept; a body has at least one, or removes everything
 * @param isQuiet whether the answer lists failures only
 * @param scope what is deleted besides the entries; no platform is told
 */
public record DeleteRequest(List<Entry> entries, boolean isQuiet, DeletionScope scope) {

    /** The most objects of one request. */
    public static final int MAX_ENTRIES = 1000;

    /** One object to delete; the tag is a condition, or null. */
    public record Entry(
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable ETag ifMatch) {}

    public DeleteRequest {
        entries = List.copyOf(entries);
    }

    /** The deletion of these objects alone. */
    public DeleteRequest(List<Entry> entries, boolean isQuiet) {
        this(entries, isQuiet, DeletionScope.NAMED);
    }

    /**
     * Reads a body of at most 2 MiB. Throws {@code MalformedXML}, and {@code NotImplemented} for the conditions that
     * only directory buckets know, since ignoring one would delete too much.
     */
    public static DeleteRequest read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.LARGE_BYTES, "Delete", DeleteRequest::content);
    }

    /** Throws {@code NotImplemented} if an object is to be deleted on a condition. */
    public void requireNoConditions() {
        if (entries.stream().anyMatch(entry -> entry.ifMatch() != null)) {
            throw XmlRequestBody.notOffered("ETag");
        }
    }

    /** The document for a platform. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("Delete");
        for (Entry entry : entries) {
            xml.start("Object").element("Key", entry.key().value());
            if (entry.versionId() != null) {
                xml.element("VersionId", entry.versionId().value());
            }
            if (entry.ifMatch() != null) {
                xml.element("ETag", entry.ifMatch().quoted());
            }
            xml.end();
        }
        return xml.element("Quiet", isQuiet).end().toBytes();
    }

    private static DeleteRequest content(XmlReader xml) {
        List<Entry> entries = new ArrayList<>();
        Set<String> set = new HashSet<>();
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Object" -> entries.add(entry(xml));
                case "Quiet", "RemoveAll", "DeleteVersion", "TryAsync" -> {
                    once.of(child);
                    if (flag(xml.text().strip())) {
                        set.add(child);
                    }
                }
                default -> throw XmlRequestBody.malformed();
            }
            if (entries.size() > MAX_ENTRIES) {
                throw XmlRequestBody.malformed();
            }
        }
        DeletionScope scope = new DeletionScope(
                false, set.contains("RemoveAll"), set.contains("DeleteVersion"), set.contains("TryAsync"));
        if (entries.isEmpty() != scope.isWhole()) {
            throw XmlRequestBody.malformed();
        }
        return new DeleteRequest(entries, set.contains("Quiet"), scope);
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true", "True", "TRUE", "1" -> true;
            case "false", "False", "FALSE", "0", "" -> false;
            default -> throw XmlRequestBody.malformed();
        };
    }

    private static Entry entry(XmlReader xml) {
        String key = "";
        VersionId version = null;
        ETag tag = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Key" -> key = xml.text();
                case "VersionId" -> version = version(xml.text());
                case "ETag" -> tag = ETag.parse(xml.text()).orElseThrow(XmlRequestBody::malformed);
                case "LastModifiedTime", "Size" -> throw XmlRequestBody.notOffered(child);
                default -> throw XmlRequestBody.malformed();
            }
        }
        return new Entry(ObjectKey.parse(key).orElseThrow(XmlRequestBody::malformed), version, tag);
    }

    private static @Nullable VersionId version(String text) {
        return text.isEmpty() ? null : VersionId.parse(text).orElseThrow(XmlRequestBody::malformed);
    }
}
