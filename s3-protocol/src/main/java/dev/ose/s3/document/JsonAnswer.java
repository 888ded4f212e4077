package dev.ose.s3.document;

import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers of S3 in JSON, for user interfaces: the same content under other names. Documents without a form in JSON stay
 * as they are. Takes as long as reading the document; a listing of a thousand keys takes milliseconds.
 */
public final class JsonAnswer {

    /** The media type of what this makes. */
    public static final String CONTENT_TYPE = "application/json";

    /**
     * The most bytes of a document that are read: a listing of a thousand keys, each as long as a key may be, escaped.
     */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private static final String LISTING = "ListBucketResult";

    private JsonAnswer() {}

    /** Whether there is a form in JSON of such documents. Reads no more than the beginning. */
    public static boolean hasForm(byte[] xml) {
        try {
            return JsonShapes.BY_ROOT.containsKey(
                    XmlReader.open(xml, MAX_BYTES, XmlRequestBody.LARGE_EVENTS).name());
        } catch (MalformedXmlException e) {
            return false;
        }
    }

    /** The document in JSON; empty if there is no such form of it, or if it is too long. */
    public static Optional<byte[]> of(byte[] xml) {
        return of(xml, null);
    }

    /**
     * The same; a list of objects has the facts of their bucket, too.
     *
     * @param listed null for none
     */
    public static Optional<byte[]> of(byte[] xml, FoundBucketsDocument.@Nullable Bucket listed) {
        try {
            XmlReader reader = XmlReader.open(xml, MAX_BYTES, XmlRequestBody.LARGE_EVENTS);
            JsonShape.Fields shape = JsonShapes.BY_ROOT.get(reader.name());
            if (shape == null) {
                return Optional.empty();
            }
            boolean isDescribed = reader.name().equals(LISTING);
            JsonValue.Members read = new JsonValue.Members();
            read(reader, shape, read);
            return Optional.of(JsonText.of(json -> {
                json.writeStartObject();
                read.writeMembers(json);
                if (isDescribed && listed != null) {
                    FoundBucketsDocument.writeFacts(json, listed);
                }
                json.writeEndObject();
            }));
        } catch (MalformedXmlException e) {
            return Optional.empty();
        }
    }

    private static void read(XmlReader xml, JsonShape.Fields shape, JsonValue.Members into) {
        shape.members().values().stream()
                .filter(JsonShape.Member::repeated)
                .forEach(member -> into.items(member.name()));
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            JsonShape.Member member = shape.members().get(child);
            if (member != null) {
                read(xml, member, into);
            } else if (shape.isOpen()) {
                into.put(decapitalized(child), new JsonValue.Text(xml.text()));
            } else {
                xml.skip();
            }
        }
    }

    private static void read(XmlReader xml, JsonShape.Member member, JsonValue.Members into) {
        if (member.name().isEmpty() && member.shape() instanceof JsonShape.Fields inner) {
            read(xml, inner, into);
        } else if (member.repeated()) {
            into.items(member.name()).add(value(xml, member.shape()));
        } else {
            into.put(member.name(), value(xml, member.shape()));
        }
    }

    private static JsonValue value(XmlReader xml, JsonShape shape) {
        return switch (shape) {
            case JsonShape.Text _ -> new JsonValue.Text(xml.text());
            case JsonShape.Tag _ -> new JsonValue.Text(xml.text().strip().replace("\"", ""));
            case JsonShape.Count _ -> count(xml.text().strip());
            case JsonShape.Flag _ -> new JsonValue.Flag(xml.text().strip().equals("true"));
            case JsonShape.Only(String element) -> new JsonValue.Text(xml.textOf(element));
            case JsonShape.Fields inner -> members(xml, inner);
            case JsonShape.Kinds(var inner, var _) -> members(xml, inner);
        };
    }

    private static JsonValue members(XmlReader xml, JsonShape.Fields shape) {
        JsonValue.Members read = new JsonValue.Members();
        read(xml, shape, read);
        return read;
    }

    /** {@code requestId} for {@code RequestId}, {@code awsAccessKeyId} for {@code AWSAccessKeyId}. */
    private static String decapitalized(String element) {
        int end = 1;
        while (end + 1 < element.length()
                && Character.isUpperCase(element.charAt(end))
                && Character.isUpperCase(element.charAt(end + 1))) {
            end++;
        }
        return element.substring(0, end).toLowerCase(Locale.ROOT) + element.substring(end);
    }

    /** Text of a platform in place of a number stays a text. */
    private static JsonValue count(String text) {
        try {
            return new JsonValue.Count(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return new JsonValue.Text(text);
        }
    }
}
