package dev.ose.server.pagination;

import static dev.ose.server.pagination.ListProperty.number;
import static dev.ose.server.pagination.ListProperty.text;
import static dev.ose.server.pagination.ListProperty.time;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lists of the admin API, with the properties by which each is filtered and ordered. The first property is the key:
 * it is unique and orders rows that are equal otherwise.
 */
public enum AdminList {
    TENANTS(Order.by("name"), text("name"), text("status"), text("impersonation"), time("createdAt")),
    USERS(
            Order.by("name"),
            text("name"),
            text("displayName"),
            text("email"),
            text("role"),
            text("status"),
            time("createdAt"),
            time("lastSeen")),
    BUCKETS(
            Order.by("name"),
            text("name"),
            text("owner"),
            text("region"),
            time("createdAt"),
            number("objects"),
            number("storedBytes"),
            number("takenBytes"),
            number("maxBytes"),
            number("maxObjects"),
            number("quotaPercent")),
    CREDENTIALS(
            Order.by("createdAt"),
            text("accessKey"),
            text("user"),
            text("name"),
            text("kind"),
            text("status"),
            text("description"),
            time("createdAt"),
            time("expiresAt"),
            time("lastUsedAt")),
    JOBS(
            Order.by("-id"),
            number("id"),
            text("kind"),
            text("state"),
            text("bucket"),
            text("startedBy"),
            time("createdAt")),
    WEBHOOKS(Order.by("id"), number("id"), text("url"), text("bucket"), time("createdAt")),
    ADMINISTRATORS(
            Order.by("name"),
            text("name"),
            text("status"),
            text("identityProvider"),
            time("createdAt"),
            time("signedInAt")),
    TOKENS(
            Order.by("name"),
            text("name"),
            text("scope"),
            text("tenant"),
            time("createdAt"),
            time("expiresAt"),
            time("lastUsedAt")),
    SHARE_LINKS(
            Order.by("-createdAt"),
            text("id"),
            text("user"),
            text("bucket"),
            text("key"),
            text("state"),
            number("uses"),
            time("createdAt"),
            time("expiresAt"),
            time("lastUsedAt")),
    ANNOUNCEMENTS(
            Order.by("-createdAt"),
            text("id"),
            text("severity"),
            text("audience"),
            text("state"),
            time("beginsAt"),
            time("endsAt"),
            time("createdAt")),
    IDENTITY_PROVIDERS(Order.by("name"), text("name"), text("issuer"), time("createdAt")),
    ADMINISTRATOR_PROVIDERS(Order.by("name"), text("name"), text("issuer"), time("createdAt")),
    QUOTAS(
            Order.by("id"),
            number("id"),
            text("user"),
            text("bucket"),
            number("maxBytes"),
            number("maxObjects"),
            number("maxBuckets")),
    QUOTA_ALERTS(
            Order.by("-id"),
            number("id"),
            text("tenant"),
            text("user"),
            text("bucket"),
            text("dimension"),
            number("thresholdPercent"),
            text("state"),
            time("raisedAt"),
            time("clearedAt")),
    TENANT_PURGES(
            Order.by("-requestedAt"),
            text("tenant"),
            text("tenantName"),
            text("state"),
            text("requestedBy"),
            time("requestedAt"),
            time("finishedAt")),
    JOB_FAILURES(Order.by("id"), number("id"), text("key"), text("code"), time("at")),
    USER_POLICIES(Order.by("name"), text("name")),
    ROLES(Order.by("name"), text("name"), text("description"), time("createdAt")),
    ROLE_POLICIES(Order.by("name"), text("name")),
    RATE_PLANS(Order.by("name"), text("name"), text("currency"), time("createdAt")),
    NODES(
            Order.by("name"),
            text("name"),
            text("host"),
            text("version"),
            text("state"),
            time("startedAt"),
            time("lastSeenAt"),
            number("openRequests"),
            number("connections")),
    SYNC_RUNS(Order.by("-id"), number("id"), text("state"), time("requestedAt"), time("finishedAt"));

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record of a text and a boolean.
    private final Order defaultOrder;

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: List.of of records of constants.
    private final List<ListProperty> properties;

    AdminList(Order defaultOrder, ListProperty... properties) {
        this.defaultOrder = defaultOrder;
        this.properties = List.of(properties);
    }

    /**
     * An order.
     *
     * @param property the name of the property to order by
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

    /** The order of a query that states none. */
    public Order defaultOrder() {
        return defaultOrder;
    }

    /** The property that is unique in the list. */
    public ListProperty key() {
        return properties.getFirst();
    }

    /** The property of that name. */
    public Optional<ListProperty> find(String name) {
        return properties.stream()
                .filter(property -> property.name().equals(name))
                .findFirst();
    }

    /** The names of all properties, for an error message. */
    public String names() {
        return properties.stream().map(ListProperty::name).sorted().collect(Collectors.joining(", "));
    }

    /** All properties. */
    public Stream<ListProperty> properties() {
        return properties.stream();
    }
}
