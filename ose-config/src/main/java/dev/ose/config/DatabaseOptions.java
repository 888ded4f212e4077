package dev.ose.config;

import dev.ose.adapter.plugin.OptionTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The PostgreSQL database. */
public final class DatabaseOptions {

    public static final Option<String> URL = Option.optional(
            "spring.datasource.url",
            OptionTypes.matching("a JDBC URL that starts with jdbc:postgresql:", "jdbc:postgresql:\\S+"),
            "JDBC URL of the database; absent means that the node runs an embedded PostgreSQL in its data directory.");

    public static final Option<String> USERNAME = Option.optional(
            "spring.datasource.username",
            OptionTypes.matching("1 to 63 characters without blanks", "\\S{1,63}"),
            "Database user.");

    public static final Option<Path> PASSWORD_FILE = Option.optional(
            "spring.datasource.password-file",
            OptionTypes.path(),
            "File whose first line is the database user's password; readable by its owner only.");

    public static final Option<Integer> POOL_SIZE = Option.withDefault(
            "spring.datasource.hikari.maximumPoolSize",
            OptionTypes.count(2, 1_000),
            "20",
            "Maximum number of database connections of this node.");

    public static final Option<Duration> MAX_LIFETIME = Option.withDefault(
            "spring.datasource.hikari.maxLifetime",
            OptionTypes.time(Duration.ofSeconds(30), Duration.ofHours(24)),
            "30m",
            "How long a database connection is used before it is replaced.");

    public static final Option<Duration> IDLE_TIMEOUT = Option.withDefault(
            "spring.datasource.hikari.idleTimeout",
            OptionTypes.time(Duration.ofSeconds(10), Duration.ofHours(24)),
            "10m",
            "How long an unused database connection is kept.");

    public static final Option<Duration> CONNECTION_TIMEOUT = Option.withDefault(
            "spring.datasource.hikari.connectionTimeout",
            OptionTypes.time(Duration.ofMillis(250), Duration.ofMinutes(5)),
            "5s",
            "How long a request waits for a database connection before it is refused, to be retried later.");

    private DatabaseOptions() {}

    static List<Option<?>> all() {
        return List.of(URL, USERNAME, PASSWORD_FILE, POOL_SIZE, MAX_LIFETIME, IDLE_TIMEOUT, CONNECTION_TIMEOUT);
    }
}
