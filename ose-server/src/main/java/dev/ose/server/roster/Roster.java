package dev.ose.server.roster;

import static dev.ose.server.roster.Property.number;
import static dev.ose.server.roster.Property.text;
import static dev.ose.server.roster.Property.time;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lists. The key of each is unique in it and orders rows that are equal otherwise. */
public enum Roster {
    TENANTS(Order.by("name"), text("name"), text("status"), text("impersonation"), time("createdAt")),
    USERS(Order.by("name"), text("name"), text("role"), text("status"), time("createdAt")),
    BUCKETS(Order.by("name"), text("name"), text("owner"), text("region"), time("createdAt")),
    CREDENTIALS(
            Order.by("createdAt"),
            text("accessKey"),
            text("kind"),
            text("status"),
            text("description"),
            time("createdAt"),
            time("expiresAt")),
    JOBS(
            Order.by("-id"),
            number("id"),
            text("kind"),
            text("state"),
            text("bucket"),
            text("startedBy"),
            time("createdAt")),
    WEBHOOKS(Order.by("id"), number("id"), text("url"), text("bucket"), time("createdAt"));

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record of a text and a boolean.
    private final Order usual;

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: List.of of records of constants.
    private final List<Property> properties;

    Roster(Order usual, Property... properties) {
        this.usual = usual;
        this.properties = List.of(properties);
    }

    /**
     * An order.
     *
     * @param property its name
     */
    public record Order(String property, boolean isDescending) {

        /** Reads a property's name, with a minus sign in front of it for the reverse. */
        public static Order by(String text) {
            return text.startsWith("-") ? new Order(text.substring(1), true) : new Order(text, false);
        }

        @Override
        public String toString() {
            return (isDescending ? "-" : "") + property;
        }
    }

    /** The order of a caller that asks for none. */
    public Order usual() {
        return usual;
    }

    /** The property that no two rows share. */
    public Property key() {
        return properties.getFirst();
    }

    /** The property of that name. */
    public Optional<Property> find(String name) {
        return properties.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The names of all, for a refusal. */
    public String names() {
        return properties.stream().map(Property::name).sorted().collect(Collectors.joining(", "));
    }

    /** All properties. */
    public Stream<Property> properties() {
        return properties.stream();
    }
}
