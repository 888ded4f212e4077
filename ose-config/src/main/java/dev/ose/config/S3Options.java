package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The S3 listener. */
public final class S3Options {

    public static final Option<Integer> PORT = Option.withDefault(
            "oss.s3.port",
            ValueTypes.port(),
            "9000",
            "Port of the listener that serves S3 and nothing else, at the root.");

    public static final Option<String> ADDRESS = Option.withDefault(
            "oss.s3.address", ValueTypes.address(), "127.0.0.1", "Address the S3 listener binds to.");

    public static final Option<List<String>> DOMAINS = Option.withDefault(
            "oss.s3.domains",
            ValueTypes.hostNames(),
            "localhost",
            "Domains of this service: S3 answers as s3.DOMAIN, and as BUCKET.s3.DOMAIN for virtual-hosted requests.");

    public static final Option<String> REGION = Option.withDefault(
            "oss.s3.region",
            OptionTypes.matching("1 to 63 lower-case letters, digits and hyphens", "[a-z0-9][a-z0-9-]{0,62}"),
            "us-east-1",
            "Region that clients sign for.");

    public static final Option<Boolean> SIGNATURE_V2 = Option.withDefault(
            "oss.s3.signature-v2",
            OptionTypes.flag(),
            "false",
            "Whether the S3 listener also accepts signatures of Version 2, which are weaker: SHA-1, and neither body"
                    + " nor host signed.");

    public static final Option<URI> PUBLIC_URL = Option.optional(
            "oss.s3.public-url",
            OptionTypes.httpUrl(),
            "URL at which clients reach S3, such as that of a load balancer; links are made for it, and ose config"
                    + " validate checks the certificate for it and sends a request there; absent means the listener's"
                    + " own port at s3.DOMAIN.");

    public static final Option<Boolean> MANAGEMENT = Option.withDefault(
            "oss.s3.management",
            OptionTypes.flag(),
            "false",
            "Whether the S3 listener with TLS, or the plain one if there is none, also serves the admin API, health"
                    + " and metrics, for requests to server.host-names, IP addresses and localhost whose path begins"
                    + " with /api, /docs, /health, /metrics or /portal.");

    public static final Option<Integer> TLS_PORT = Option.optional(
            "oss.s3.tls.port", ValueTypes.port(), "Port of a second S3 listener that speaks TLS; absent means none.");

    public static final Option<Path> TLS_CERTIFICATE = Option.optional(
                    "oss.s3.tls.certificate",
                    OptionTypes.path(),
                    "PEM file with the S3 listener's certificate and its chain; a changed file is served within"
                            + " seconds.")
            .reloaded();

    public static final Option<Path> TLS_PRIVATE_KEY = Option.optional(
                    "oss.s3.tls.private-key",
                    OptionTypes.path(),
                    "PEM file with the private key of the S3 listener's certificate.")
            .reloaded();

    public static final Option<Duration> HEAD_TIMEOUT = Option.withDefault(
            "oss.s3.head-timeout",
            OptionTypes.time(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            "10s",
            "How long a client may take to send the head of a request.");

    public static final Option<Duration> STALLED_BODY_TIMEOUT = Option.withDefault(
            "oss.s3.stalled-body-timeout",
            OptionTypes.time(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "How long a client may stay below the minimum rate, in either direction, before its connection is"
                    + " closed.");

    public static final Option<Integer> MINIMUM_BODY_RATE = Option.withDefault(
            "oss.s3.minimum-body-rate",
            OptionTypes.count(1, 1_000_000_000),
            "1024",
            "Bytes per second that a client must send or take on average while a transfer waits for it.");

    public static final Option<Integer> CONNECTIONS_PER_ADDRESS = Option.withDefault(
            "oss.s3.connections-per-address",
            OptionTypes.count(0, 1_000_000),
            "0",
            "Maximum number of connections of one client address to the S3 listeners, where an IPv6 network of 64 bits"
                    + " counts as one address; further ones are closed at once, and 0 means no limit.");

    public static final Option<List<String>> UNLIMITED_ADDRESSES = Option.optional(
            "oss.s3.unlimited-addresses",
            ValueTypes.addressRanges(),
            "Addresses without a limit of connections, such as load balancers and the clients behind them.");

    public static final Option<List<String>> PROXY_PROTOCOL = Option.optional(
            "oss.s3.proxy-protocol",
            ValueTypes.addressRanges(),
            "Addresses of load balancers that begin each connection to the S3 listeners with a header of the PROXY"
                    + " protocol, version 1 or 2, which states the client's address; their connections without one are"
                    + " closed, and headers of other addresses are not trusted.");

    public static final Option<List<String>> FORWARDERS = Option.optional(
            "oss.s3.forwarders",
            ValueTypes.addressRanges(),
            "Addresses of HTTP forwarders, such as nginx, that state the client's address in oss.s3.forwarded-header;"
                    + " the rightmost entry that is not one of theirs counts as the client's address for policies,"
                    + " keys, limits and logs, and headers of other peers are not trusted.");

    public static final Option<String> FORWARDED_HEADER = Option.withDefault(
            "oss.s3.forwarded-header",
            OptionTypes.matching("X-Forwarded-For or Forwarded", "(?i)X-Forwarded-For|Forwarded"),
            "X-Forwarded-For",
            "The one header of oss.s3.forwarders that is read; they must replace or extend it, because a client's own"
                    + " value would otherwise be trusted.");

    public static final Option<Integer> TENANT_SHARE = Option.withDefault(
            "oss.s3.tenant-share",
            OptionTypes.count(1, 100),
            "50",
            "Share of a node's concurrent database work, in percent of its connections, that requests of one tenant"
                    + " may use; further ones of the tenant wait.");

    private S3Options() {}

    static List<Option<?>> all() {
        return List.of(
                PORT,
                ADDRESS,
                DOMAINS,
                REGION,
                SIGNATURE_V2,
                PUBLIC_URL,
                MANAGEMENT,
                TLS_PORT,
                TLS_CERTIFICATE,
                TLS_PRIVATE_KEY,
                HEAD_TIMEOUT,
                STALLED_BODY_TIMEOUT,
                MINIMUM_BODY_RATE,
                CONNECTIONS_PER_ADDRESS,
                UNLIMITED_ADDRESSES,
                PROXY_PROTOCOL,
                FORWARDERS,
                FORWARDED_HEADER,
                TENANT_SHARE);
    }
}
