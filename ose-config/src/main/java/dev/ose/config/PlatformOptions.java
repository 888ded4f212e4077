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

    /** Names of the platforms beside {@link Configuration#MAIN_PLATFORM}; each has options of its own. */
    public static final Option<List<String>> FURTHER = Option.optional(
            "oss.platforms",
            FurtherPlatforms.names(),
            "Names of further platforms, which nodes use beside that of oss.platform; NAME has its kind in"
                    + " oss.platforms.NAME.kind, an option oss.KIND.X as oss.platforms.NAME.KIND.X, and may have a"
                    + " region of its own towards clients in oss.platforms.NAME.region.");

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

    public static final Option<Boolean> READ_AHEAD = Option.withDefault(
            "s3.client.download.read-ahead",
            OptionTypes.flag(),
            "false",
            "Whether large objects are read ahead of their clients by parallel ranged reads, of one version, if the"
                    + " platform honours If-Match.");

    public static final Option<Long> READ_AHEAD_THRESHOLD = Option.withDefault(
            "s3.client.download.read-ahead.threshold",
            OptionTypes.bytes(1 << 20, 5L << 40),
            "67108864",
            "Length of an answer, in bytes, from which on it may be read ahead.");

    public static final Option<Long> READ_AHEAD_PART = Option.withDefault(
            "s3.client.download.read-ahead.part-size",
            OptionTypes.bytes(64 << 10, 1 << 30),
            "2097152",
            "Length of a ranged read, in bytes.");

    public static final Option<Integer> READ_AHEAD_STREAMS = Option.withDefault(
            "s3.client.download.read-ahead.streams",
            OptionTypes.count(2, 64),
            "16",
            "The most connections to the platform that one download uses.");

    public static final Option<Long> READ_AHEAD_MEMORY = Option.withDefault(
            "s3.client.download.read-ahead.memory",
            OptionTypes.bytes(1 << 20, 1L << 40),
            "268435456",
            "Bytes read ahead that a node may hold, for all downloads together; one tenant gets half at most, and all"
                    + " of them half of the memory of transfers.");

    public static final Option<Boolean> SPLIT = Option.withDefault(
            "s3.client.upload.multipart",
            OptionTypes.flag(),
            "false",
            "Whether a large PutObject without Content-MD5 is stored by parallel parts of a multipart upload, so that"
                    + " the object's ETag is no MD5.");

    public static final Option<Long> SPLIT_THRESHOLD = Option.withDefault(
            "s3.client.upload.multipart.threshold",
            OptionTypes.bytes(0, 5L << 40),
            "67108864",
            "Length of a body, in bytes, above which it is stored in parts.");

    public static final Option<Long> SPLIT_PART = Option.withDefault(
            "s3.client.upload.multipart.mini-part-size",
            OptionTypes.bytes(5 << 20, 5L << 30),
            "8388608",
            "Length of a part, in bytes; the last one may be shorter.");

    public static final Option<Integer> SPLIT_STREAMS = Option.withDefault(
            "s3.client.upload.multipart.streams",
            OptionTypes.count(2, 64),
            "16",
            "The most parts of one upload that are sent at once, each by a connection to the platform.");

    public static final Option<Long> SPLIT_MEMORY = Option.withDefault(
            "s3.client.upload.multipart.memory",
            OptionTypes.bytes(20 << 20, 1L << 40),
            "268435456",
            "Bytes of parts that a node may hold, for all uploads together; one tenant gets half at most, and all of"
                    + " them a quarter of the memory of transfers.");

    public static final Option<Boolean> COPY_SPLIT = Option.withDefault(
            "s3.client.copy.multipart",
            OptionTypes.flag(),
            "false",
            "Whether the platform copies a large object by parallel parts of a multipart upload, so that the copy's"
                    + " ETag is no MD5.");

    public static final Option<Long> COPY_THRESHOLD = Option.withDefault(
            "s3.client.copy.multipart.threshold",
            OptionTypes.bytes(0, 5L << 40),
            "268435456",
            "Length of a source, in bytes, above which it is copied in parts.");

    public static final Option<Long> COPY_MAXIMUM = Option.withDefault(
            "s3.client.copy.multipart.maximum",
            OptionTypes.bytes(0, 5L << 40),
            "5368709120",
            "Length of a source, in bytes, above which its copy is one request again, which S3 refuses beyond 5 GiB.");

    public static final Option<Long> COPY_PART = Option.withDefault(
            "s3.client.copy.multipart.mini-part-size",
            OptionTypes.bytes(5 << 20, 5L << 30),
            "67108864",
            "Length of a copied part, in bytes; the last one may be shorter, and all are longer if there would be more"
                    + " than 10,000.");

    public static final Option<Integer> COPY_STREAMS = Option.withDefault(
            "s3.client.copy.multipart.streams",
            OptionTypes.count(2, 64),
            "8",
            "The most parts of one copy that the platform copies at once, each asked for by a connection; all copies"
                    + " together use half of the connections at most.");

    private PlatformOptions() {}

    /**
     * The key under which a platform has an option.
     *
     * @param key the main platform's: {@link #KIND} or one of an adapter, or the beginning of such a key
     */
    public static String keyOf(String platform, String key) {
        return platform.equals(Configuration.MAIN_PLATFORM) ? key : FurtherPlatforms.key(platform, key);
    }

    static List<Option<?>> all() {
        return List.of(
                KIND,
                FURTHER,
                ADAPTERS,
                CERTIFICATE_AUTHORITIES,
                PROBE,
                MAX_CONNECTIONS,
                TENANT_SHARE,
                CONNECT_TIMEOUT,
                IDLE_TIMEOUT,
                READ_AHEAD,
                READ_AHEAD_THRESHOLD,
                READ_AHEAD_PART,
                READ_AHEAD_STREAMS,
                READ_AHEAD_MEMORY,
                SPLIT,
                SPLIT_THRESHOLD,
                SPLIT_PART,
                SPLIT_STREAMS,
                SPLIT_MEMORY,
                COPY_SPLIT,
                COPY_THRESHOLD,
                COPY_MAXIMUM,
                COPY_PART,
                COPY_STREAMS);
    }

    /** The same options with the kinds of these adapters. */
    static List<Option<?>> all(AdapterRegistry adapters) {
        return all().stream()
                .<Option<?>>map(option -> option.key().equals(KIND.key()) ? kind(adapters) : option)
                .toList();
    }

    private static Option<String> kind(AdapterRegistry adapters) {
        String places = adapters.factories().stream()
                .map(factory -> factory.kind() + " in " + factory.place())
                .collect(Collectors.joining(", "))
                .replaceFirst(" in ", " stores them in ");
        return Option.withDefault(
                KIND.key(), kinds(adapters), "embedded", "The platform of object bytes; " + places + ".");
    }

    /** The kinds of these adapters. */
    static OptionType<String> kinds(AdapterRegistry adapters) {
        String allowed = "one of: " + String.join(", ", adapters.kinds()) + ", or the kind of an adapter in "
                + adapters.directory();
        return OptionType.of(allowed, text -> kind(text, adapters));
    }

    private static String kind(String text, AdapterRegistry adapters) throws UnusableValueException {
        String kind = text.toLowerCase(Locale.ROOT);
        if (adapters.find(kind).isEmpty()) {
            throw new UnusableValueException();
        }
        return kind;
    }
}
