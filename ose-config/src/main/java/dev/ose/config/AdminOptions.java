package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The listener of the admin API, health and metrics. */
public final class AdminOptions {

    public static final Option<Integer> PORT =
            Option.withDefault("server.port", ValueTypes.port(), "9001", "Port of the admin API, health and metrics.");

    public static final Option<String> ADDRESS = Option.withDefault(
            "server.address",
            ValueTypes.address(),
            "127.0.0.1",
            "Address the admin listener binds to; beyond this machine, use it with TLS.");

    public static final Option<List<String>> HOST_NAMES = Option.optional(
            "server.host-names",
            ValueTypes.hostNames(),
            "Host names by which the admin API may be addressed, beside IP addresses and localhost; any other is"
                    + " refused.");

    public static final Option<Path> TLS_CERTIFICATE = Option.optional(
                    "server.ssl.certificate",
                    OptionTypes.path(),
                    "PEM file with the admin listener's certificate and its chain; a changed file is served within"
                            + " seconds.")
            .reloaded();

    public static final Option<Path> TLS_PRIVATE_KEY = Option.optional(
                    "server.ssl.certificate-private-key",
                    OptionTypes.path(),
                    "PEM file with the private key of the admin listener's certificate.")
            .reloaded();

    public static final Option<Integer> IO_THREADS = Option.withDefault(
            "server.undertow.threads.io",
            OptionTypes.count(0, 1_024),
            "0",
            "Threads that move bytes of S3 requests; 0 takes one per processor.");

    public static final Option<Integer> WORKER_THREADS = Option.withDefault(
            "server.undertow.threads.worker",
            OptionTypes.count(1, 65_536),
            "256",
            "How many requests may do blocking work at once, such as a database look-up; others wait.");

    public static final Option<Boolean> ACCESS_LOG = Option.withDefault(
            "server.undertow.accesslog.enabled", OptionTypes.flag(), "true", "Writes one line per request to the log.");

    public static final Option<Boolean> METRICS_ANONYMOUS = Option.withDefault(
            "oss.metrics.anonymous",
            OptionTypes.flag(),
            "false",
            "Whether the admin listener serves the metrics without a login; from this machine itself that is always"
                    + " allowed.");

    public static final Option<Duration> SESSION_IDLE_TIMEOUT = Option.withDefault(
            "oss.admin.session.idle-timeout",
            OptionTypes.time(Duration.ofMinutes(1), Duration.ofDays(7)),
            "30m",
            "How long a session of a browser lasts without a request.");

    public static final Option<Duration> SESSION_MAX_AGE = Option.withDefault(
            "oss.admin.session.max-age",
            OptionTypes.time(Duration.ofMinutes(1), Duration.ofDays(30)),
            "12h",
            "How long a session of a browser lasts at most.");

    public static final Option<Duration> TOKEN_SIGN_IN_MAX_AGE = Option.withDefault(
            "oss.admin.token.sign-in-max-age",
            OptionTypes.time(Duration.ofHours(1), Duration.ofDays(366)),
            "720h",
            "How long after its last sign-in the tokens of an account work that signs in by an identity provider"
                    + " only.");

    public static final Option<Duration> SHARE_LINK_MAX_AGE = Option.withDefault(
            "oss.admin.share-link.max-age",
            OptionTypes.time(Duration.ofMinutes(1), Duration.ofDays(3_660)),
            "2160h",
            "How far in the future the end of a link may be by which a user shares an object.");

    public static final Option<URI> PUBLIC_URL = Option.optional(
            "oss.admin.public-url",
            OptionTypes.httpUrl(),
            "Where browsers reach the admin API and the portal: identity providers send them back there, and S3 and the"
                    + " admin API take requests of its pages; absent means the address that a request names, which is"
                    + " wrong behind a proxy that ends TLS.");

    private AdminOptions() {}

    /** The configured origin of the admin API in browsers, in the form of the Origin header. */
    public static Optional<String> publicOrigin(Configuration configuration) {
        return configuration.find(PUBLIC_URL).map(ValueTypes::origin);
    }

    static List<Option<?>> all() {
        return List.of(
                PORT,
                ADDRESS,
                HOST_NAMES,
                TLS_CERTIFICATE,
                TLS_PRIVATE_KEY,
                IO_THREADS,
                WORKER_THREADS,
                ACCESS_LOG,
                METRICS_ANONYMOUS,
                SESSION_IDLE_TIMEOUT,
                SESSION_MAX_AGE,
                TOKEN_SIGN_IN_MAX_AGE,
                SHARE_LINK_MAX_AGE,
                PUBLIC_URL);
    }
}
