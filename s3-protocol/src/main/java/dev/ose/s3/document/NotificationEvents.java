package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The event types of a bucket's notifications.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html">NotificationConfiguration</a>
 */
public record NotificationEvents(Set<String> names) {

    /** All there are: what some platforms take a configuration for that names none. */
    private static final String ALL = "s3:*";

    private static final String CREATED = "s3:ObjectCreated:";

    public NotificationEvents {
        names = Set.copyOf(names);
    }

    /** Reads a body of at most 64 KiB. Throws {@code MalformedXML}. */
    public static NotificationEvents read(byte[] body) {
        return XmlRequestBody.read(
                body, XmlRequestBody.SMALL_BYTES, "NotificationConfiguration", NotificationEvents::content);
    }

    private static NotificationEvents content(XmlReader xml) {
        Set<String> names = new LinkedHashSet<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            names.addAll(target(xml));
        }
        return new NotificationEvents(names);
    }

    private static Set<String> target(XmlReader xml) {
        Set<String> names = new LinkedHashSet<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (child.equals("Event")) {
                names.add(xml.text().strip());
            } else {
                xml.skip();
            }
        }
        return names.isEmpty() ? Set.of(ALL) : names;
    }

    /** Whether all are creations. */
    public boolean areCreations() {
        return names.stream().allMatch(name -> name.startsWith(CREATED));
    }
}
