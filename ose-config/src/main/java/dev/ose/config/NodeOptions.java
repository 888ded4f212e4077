package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The node as a whole. */
public final class NodeOptions {

    /** The log level of a node. */
    public enum LogLevel {
        /** Events that need action. */
        ERROR,
        /** And degraded states. */
        WARN,
        /** And changes of state. */
        INFO,
        /** And details for diagnosis; too much for production. */
        DEBUG
    }

    /** The library that TLS of objects is spoken by. */
    public enum TlsLibrary {
        /** BoringSSL if it runs on this machine, else Java's own. */
        AUTO,
        /** BoringSSL, without which the node does not start. */
        BORINGSSL,
        /** Java's own. */
        JAVA
    }

    public static final Option<Path> DATA_DIRECTORY = Option.withDefault(
            "oss.data.dir",
            OptionTypes.path(),
            "~/.ose",
            "Directory of everything the node keeps on this machine; one node at a time.");

    public static final Option<Path> KEYRING_FILE = Option.optional(
            "oss.keyring.file",
            OptionTypes.path(),
            "Key file that decrypts stored secrets, the same for all nodes of a database; absent means keyring.json in"
                    + " the data directory.");

    public static final Option<Duration> SHUTDOWN_GRACE = Option.withDefault(
            "oss.shutdown.grace",
            OptionTypes.time(Duration.ZERO, Duration.ofHours(1)),
            "20s",
            "How long a stopping node lets requests in flight finish.");

    public static final Option<Duration> SHUTDOWN_NOTICE = Option.withDefault(
            "oss.shutdown.notice",
            OptionTypes.time(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "How long a stopping node still serves requests while /health/ready already reports the stop; behind a"
                    + " load balancer, longer than the balancer takes to notice.");

    public static final Option<Path> KEEPER_DIRECTORY = Option.optional(
            "oss.keeper.directory",
            OptionTypes.path(),
            "Directory through which the keeper of this machine and the node communicate; set by the keeper.");

    public static final Option<Boolean> KEEPER_S3_PROBE = Option.withDefault(
                    "oss.keeper.s3-probe",
                    OptionTypes.flag(),
                    "true",
                    "Whether the keeper of this machine sends a signed S3 request every two seconds, for which it"
                            + " creates the tenant ose-probe; if false, it only uses the node's health answers.")
            .reloaded();

    public static final Option<LogLevel> LOG_LEVEL = Option.withDefault(
            "logging.level.root", ValueTypes.choice(LogLevel.class), "info", "How much the node logs.");

    public static final Option<Long> LOG_BYTES = Option.withDefault(
            "oss.log.rotate-bytes",
            OptionTypes.bytes(0, 1L << 40),
            "67108864",
            "Size in bytes at which a file that stderr is redirected to is rotated, with the newest four old ones"
                    + " kept; 0 means never, and the journal and pipes are never rotated.");

    public static final Option<TlsLibrary> TLS_LIBRARY = Option.withDefault(
            "oss.tls.library",
            ValueTypes.choice(TlsLibrary.class),
            "auto",
            "The library that listeners, and connections that carry objects to platforms, speak TLS by: BoringSSL,"
                    + " which takes less of the processor and runs on Linux and amd64, or Java's own; auto takes"
                    + " BoringSSL where it runs.");

    public static final Option<Boolean> EXIT_WHEN_READY = Option.withDefault(
            "oss.exit-when-ready",
            OptionTypes.flag(),
            "false",
            "Whether the node exits as soon as it is ready, to rehearse a start with this configuration.");

    private NodeOptions() {}

    static List<Option<?>> all() {
        return List.of(
                DATA_DIRECTORY,
                KEYRING_FILE,
                SHUTDOWN_NOTICE,
                SHUTDOWN_GRACE,
                KEEPER_DIRECTORY,
                KEEPER_S3_PROBE,
                LOG_LEVEL,
                LOG_BYTES,
                TLS_LIBRARY,
                EXIT_WHEN_READY);
    }
}
