package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The platform that keeps the bytes, and our connections to it. */
public final class PlatformOptions {

    /** Which platform a node uses. */
    public enum Kind {
        /** The node's own object store, in its data directory. */
        EMBEDDED,
        /** A Ceph object gateway. */
        CEPH,
        /** Any platform whose vendor runs an OSIS service for it. */
        OSIS
    }

    public static final Option<Kind> KIND = Option.withDefault(
            "oss.platform",
            ValueTypes.choice(Kind.class),
            "embedded",
            "Where object bytes live; embedded keeps them in the node's data directory, ceph in a Ceph object gateway, osis in"
                    + " a platform that is administered over OSIS.");

    public static final Option<Path> CERTIFICATE_AUTHORITIES = Option.optional(
            "oss.platform.certificate-authorities",
            OptionTypes.path(),
            "PEM file of the certificates that vouch for the platform where its endpoints are https; absent means those"
                    + " that Java trusts.");

    public static final Option<Boolean> PROBE = Option.withDefault(
            "oss.platform.probe",
            OptionTypes.flag(),
            "true",
            "Whether a node tries out what a platform can do once it is attached, or has become another version, and goes by"
                    + " that; false means by what its adapter says, until an administrator asks for a probe.");

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
                KIND, CERTIFICATE_AUTHORITIES, PROBE, MAX_CONNECTIONS, TENANT_SHARE, CONNECT_TIMEOUT, IDLE_TIMEOUT);
    }
}
