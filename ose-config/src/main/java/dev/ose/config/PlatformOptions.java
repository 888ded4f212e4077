package dev.ose.config;

import dev.ose.adapter.plugin.OptionType;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.UnusableValueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The platform of object bytes, and the connections to it. */
public final class PlatformOptions {

    static final String DEFAULT_ADAPTERS = "/opt/ose/adapters";

    /** The platform of a node, by the kind of its adapter. */
    public static final Option<String> KIND = Option.withDefault(
            "oss.platform", OptionTypes.matching("a kind", ".*"), "embedded", "The platform of object bytes.");

    public static final Option<Path> ADAPTERS = Option.withDefault(
            "oss.adapters.dir",
            OptionTypes.path(),
            DEFAULT_ADAPTERS,
            "Directory of the jars of further adapters, owned by root or the node's account and writable by its owner"
                    + " only.");

    public static final Option<Path> CERTIFICATE_AUTHORITIES = Option.optional(
            "oss.platform.certificate-authorities",
            OptionTypes.path(),
            "PEM file of the trusted certificates for a platform with https endpoints; absent means those that Java"
                    + " trusts.");

    public static final Option<Boolean> PROBE = Option.withDefault(
            "oss.platform.probe",
            OptionTypes.flag(),
            "true",
            "Whether a node probes the capabilities of a platform that is new or has another version, and uses the"
                    + " result; if false, those that its adapter declares are used until an administrator requests a"
                    + " probe.");

    public static final Option<Integer> MAX_CONNECTIONS = Option.withDefault(
            "s3.client.max.connections",
            OptionTypes.count(1, 100_000),
            "1000",
            "Maximum number of connections to the platform's S3 service.");

    public static final Option<Integer> TENANT_SHARE = Option.withDefault(
            "s3.client.tenant-share",
            OptionTypes.count(1, 100),
            "90",
            "Share of those connections, in percent, that requests of one tenant may use.");

    public static final Option<Duration> CONNECT_TIMEOUT = Option.withDefault(
            "s3.client.connect.timeout",
            OptionTypes.time(Duration.ofMillis(100), Duration.ofMinutes(2)),
            "5s",
            "How long connecting to the platform may take.");

    public static final Option<Duration> IDLE_TIMEOUT = Option.withDefault(
            "s3.client.idle.timeout",
            OptionTypes.time(Duration.ofSeconds(1), Duration.ofHours(1)),
            "8s",
            "How long an unused connection to the platform is kept.");

    private PlatformOptions() {}

    static List<Option<?>> all() {
        return List.of(
                KIND,
                ADAPTERS,
                CERTIFICATE_AUTHORITIES,
                PROBE,
                MAX_CONNECTIONS,
                TENANT_SHARE,
                CONNECT_TIMEOUT,
                IDLE_TIMEOUT);
    }

    /** The same options with the kinds of these adapters. */
    static List<Option<?>> all(AdapterRegistry adapters) {
        return all().stream()
                .<Option<?>>map(option -> option.key().equals(KIND.key()) ? kind(adapters) : option)
                .toList();
    }

    private static Option<String> kind(AdapterRegistry adapters) {
        String allowed = "one of: " + String.join(", ", adapters.kinds()) + ", or the kind of an adapter in "
                + adapters.directory();
        String places = adapters.factories().stream()
                .map(factory -> factory.kind() + " in " + factory.place())
                .collect(Collectors.joining(", "))
                .replaceFirst(" in ", " stores them in ");
        return Option.withDefault(
                KIND.key(),
                OptionType.of(allowed, text -> kind(text, adapters)),
                "embedded",
                "The platform of object bytes; " + places + ".");
    }

    private static String kind(String text, AdapterRegistry adapters) throws UnusableValueException {
        String kind = text.toLowerCase(Locale.ROOT);
        if (adapters.find(kind).isEmpty()) {
            throw new UnusableValueException();
        }
        return kind;
    }
}
