package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The node as a whole. */
public final class NodeOptions {

    /** How much a node logs. */
    public enum LogLevel {
        /** What someone must act on. */
        ERROR,
        /** And what is degraded. */
        WARN,
        /** And changes of state. */
        INFO,
        /** And details for finding a fault; too much for production. */
        DEBUG
    }

    public static final Option<Path> DATA_DIRECTORY = Option.withDefault(
            "oss.data.dir",
            OptionTypes.path(),
            "~/.ose",
            "Directory of everything the node keeps on this machine; one node at a time.");

    public static final Option<Path> KEYRING_FILE = Option.optional(
            "oss.keyring.file",
            OptionTypes.path(),
            "Key file that opens stored secrets, the same for all nodes of a database; absent means keyring.json in the"
                    + " data directory.");

    public static final Option<Duration> SHUTDOWN_GRACE = Option.withDefault(
            "oss.shutdown.grace",
            OptionTypes.time(Duration.ZERO, Duration.ofHours(1)),
            "20s",
            "How long a stopping node lets requests in flight finish.");

    public static final Option<Duration> SHUTDOWN_NOTICE = Option.withDefault(
            "oss.shutdown.notice",
            OptionTypes.time(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "How long a stopping node goes on serving everybody while /health/ready already says that it stops; behind"
                    + " a load balancer, longer than that takes to notice.");

    public static final Option<Path> KEEPER_DIRECTORY = Option.optional(
            "oss.keeper.directory",
            OptionTypes.path(),
            "Directory through which the keeper of this machine and the node know one another; set by the keeper.");

    public static final Option<Boolean> KEEPER_S3_PROBE = Option.withDefault(
                    "oss.keeper.s3-probe",
                    OptionTypes.flag(),
                    "true",
                    "Whether the keeper of this machine sends a signed S3 request every two seconds, for which it"
                            + " makes the tenant ose-probe; without, it asks the node alone how it is.")
            .reloaded();

    public static final Option<LogLevel> LOG_LEVEL = Option.withDefault(
            "logging.level.root", ValueTypes.choice(LogLevel.class), "info", "How much the node logs.");

    public static final Option<Long> LOG_BYTES = Option.withDefault(
            "oss.log.rotate-bytes",
            OptionTypes.bytes(0, 1L << 40),
            "67108864",
            "Bytes from which on a file that the standard error is redirected to is renamed and begun anew, the newest"
                    + " four old ones kept; 0 never, and neither the journal nor pipes.");

    public static final Option<Boolean> EXIT_WHEN_READY = Option.withDefault(
            "oss.exit-when-ready",
            OptionTypes.flag(),
            "false",
            "Ends the node as soon as it is ready: a rehearsal of a start with this configuration.");

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
                EXIT_WHEN_READY);
    }
}
