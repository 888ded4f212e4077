package dev.ose.config;

import dev.ose.adapter.plugin.OptionType;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.UnusableValueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The platform that keeps the bytes, and our connections to it. */
public final class PlatformOptions {

    static final String DEFAULT_ADAPTERS = "/opt/ose/adapters";

    /** Which platform a node uses, by the kind of its adapter. */
    public static final Option<String> KIND = Option.withDefault(
            "oss.platform", OptionTypes.matching("a kind", ".*"), "embedded", "Where object bytes live.");

    public static final Option<Path> ADAPTERS = Option.withDefault(
            "oss.adapters.dir",
            OptionTypes.path(),
            DEFAULT_ADAPTERS,
            "Directory of the jars of further adapters, which root or the node's account own and no one else may"
                    + " write.");

    public static final Option<Path> CERTIFICATE_AUTHORITIES = Option.optional(
            "oss.platform.certificate-authorities",
            OptionTypes.path(),
            "PEM file of the certificates that vouch for the platform where its endpoints are https; absent means those"
                    + " that Java trusts.");

    public static final Option<Boolean> PROBE = Option.withDefault(
            "oss.platform.probe",
            OptionTypes.flag(),
            "true",
            "Whether a node tries out what a platform can do once it is attached, or has become another version, and"
                    + " goes by that; false means by what its adapter says, until an administrator asks for a probe.");

    public static final Option<Integer> MAX_CONNECTIONS = Option.withDefault(
            "s3.client.max.connections",
            OptionTypes.count(1, 100_000),
            "1000",
            "Most connections to the platform's S3 service at once.");

    public static final Option<Integer> TENANT_SHARE = Option.withDefault(
            "s3.client.tenant-share",
            OptionTypes.count(1, 100),
            "90",
            "How many of those connections, in percent, the requests of one tenant may take at once.");

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

    /** The same, where the platform is one of those that there are adapters for. */
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
                .replaceFirst(" in ", " keeps them in ");
        return Option.withDefault(
                KIND.key(),
                OptionType.of(allowed, text -> kind(text, adapters)),
                "embedded",
                "Where object bytes live; " + places + ".");
    }

    private static String kind(String text, AdapterRegistry adapters) throws UnusableValueException {
        String kind = text.toLowerCase(Locale.ROOT);
        if (adapters.find(kind).isEmpty()) {
            throw new UnusableValueException();
        }
        return kind;
    }
}
