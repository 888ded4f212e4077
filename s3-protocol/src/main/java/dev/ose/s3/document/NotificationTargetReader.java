package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads one notification configuration of a client's document. */
final class NotificationTargetReader {

    private static final int MAX_ID_CHARS = 255;
    private static final int MAX_ARN_CHARS = 1_024;
    private static final int MAX_VALUE_BYTES = 1_024;

    private final NotificationTarget.Kind kind;
    private final List<String> types = new ArrayList<>();
    private @Nullable String id;
    private @Nullable String arn;
    private @Nullable String prefix;
    private @Nullable String suffix;

    private NotificationTargetReader(NotificationTarget.Kind kind) {
        this.kind = kind;
    }

    /** Reads the element that is open, and closes it. */
    static NotificationTarget read(XmlReader xml, NotificationTarget.Kind kind) {
        return new NotificationTargetReader(kind).read(xml);
    }

    private NotificationTarget read(XmlReader xml) {
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (child.equals("Event")) {
                event(xml.text().strip());
            } else if (once.of(child).equals(kind.element())) {
                arn = xml.text().strip();
            } else {
                switch (child) {
                    case "Id" -> id = xml.text().strip();
                    case "Filter" -> filter(xml);
                    default -> throw XmlRequestBody.malformed();
                }
            }
        }
        return target();
    }

    /** Repetitions say nothing, and would make the stored list as long as the document. */
    private void event(String type) {
        var _ = NotificationEvent.named(type);
        if (!types.contains(type)) {
            types.add(type);
        }
    }

    private NotificationTarget target() {
        String destination = arn;
        if (destination == null || destination.isEmpty() || destination.length() > MAX_ARN_CHARS || types.isEmpty()) {
            throw XmlRequestBody.malformed();
        }
        String name = id == null || id.isEmpty() ? madeId(destination) : id;
        if (name.length() > MAX_ID_CHARS) {
            throw invalid("The ID is too long: it can have " + MAX_ID_CHARS + " characters", "Id", name);
        }
        return new NotificationTarget(kind, name, destination, types, prefix, suffix);
    }

    /** From the content, so that a document that is sent again sets the same ids. */
    private String madeId(String destination) {
        String content = String.join("\n", kind.element(), destination, types.toString(), prefix + "\n" + suffix);
        return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private void filter(XmlReader xml) {
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "S3Key" -> rules(xml);
                case "S3Metadata", "S3Tags" -> throw XmlRequestBody.notOffered(child);
                default -> throw XmlRequestBody.malformed();
            }
        }
    }

    private void rules(XmlReader xml) {
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("FilterRule")) {
                throw XmlRequestBody.malformed();
            }
            rule(xml);
        }
    }

    private void rule(XmlReader xml) {
        String name = null;
        String value = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Name" -> name = xml.text().strip();
                case "Value" -> value = xml.text();
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (name == null || value == null) {
            throw XmlRequestBody.malformed();
        }
        set(name, value);
    }

    private void set(String name, String value) {
        if (value.getBytes(StandardCharsets.UTF_8).length > MAX_VALUE_BYTES) {
            throw invalid(
                    "Size of filter rule value cannot exceed " + MAX_VALUE_BYTES + " bytes in UTF-8",
                    "FilterRule.Value",
                    value);
        }
        boolean isPrefix = "prefix".equals(name.toLowerCase(Locale.ROOT));
        if (!isPrefix && !"suffix".equals(name.toLowerCase(Locale.ROOT))) {
            throw invalid("filter rule name must be either prefix or suffix", "FilterRule.Name", name);
        }
        if ((isPrefix ? prefix : suffix) != null) {
            throw invalid("Cannot specify more than one rule of a name in a filter.", "FilterRule.Name", name);
        }
        if (isPrefix) {
            prefix = value;
        } else {
            suffix = value;
        }
    }

    private static S3ErrorException invalid(String message, String name, String value) {
        return new S3ErrorException(S3Error.invalidArgument(message, name, value));
    }
}
