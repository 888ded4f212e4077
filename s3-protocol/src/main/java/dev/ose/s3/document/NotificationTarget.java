package dev.ose.s3.document;

import dev.ose.s3.xml.XmlWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One of a bucket's notification configurations: the events of which objects are sent where.
 *
 * @param types event types as the client wrote them
 * @param prefix of keys; null if the client named none
 * @param suffix of keys; null if the client named none
 */
public record NotificationTarget(
        Kind kind,
        String id,
        String arn,
        List<String> types,
        @Nullable String prefix,
        @Nullable String suffix) {

    public NotificationTarget {
        types = List.copyOf(types);
    }

    /** The kinds of destinations. */
    public enum Kind {
        QUEUE("Queue"),
        TOPIC("Topic");

        private final String element;

        Kind(String element) {
            this.element = element;
        }

        /** The element of the destination. */
        public String element() {
            return element;
        }

        String configuration() {
            return element + "Configuration";
        }
    }

    /** The events that {@link #types} stand for. */
    public Set<NotificationEvent> events() {
        Set<NotificationEvent> events = EnumSet.noneOf(NotificationEvent.class);
        types.forEach(type -> events.addAll(NotificationEvent.named(type)));
        return events;
    }

    /** Whether an event of some key would be sent by both. */
    boolean overlaps(NotificationTarget other) {
        String one = prefix == null ? "" : prefix;
        String two = other.prefix == null ? "" : other.prefix;
        String end = suffix == null ? "" : suffix;
        String otherEnd = other.suffix == null ? "" : other.suffix;
        return (one.startsWith(two) || two.startsWith(one))
                && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
                && events().stream().anyMatch(other.events()::contains);
    }

    void write(XmlWriter xml) {
        xml.start(kind.configuration()).element("Id", id).element(kind.element(), arn);
        types.forEach(type -> xml.element("Event", type));
        if (prefix != null || suffix != null) {
            xml.start("Filter").start("S3Key");
            write(xml, "Prefix", prefix);
            write(xml, "Suffix", suffix);
            xml.end().end();
        }
        xml.end();
    }

    private static void write(XmlWriter xml, String name, @Nullable String value) {
        if (value != null) {
            xml.start("FilterRule")
                    .element("Name", name)
                    .element("Value", value)
                    .end();
        }
    }
}
