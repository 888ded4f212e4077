package dev.ose.server.app;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationLoader;
import dev.ose.control.Finding;
import dev.ose.migrations.SchemaException;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.server.app.boot.DatabaseFactory;
import dev.ose.server.app.check.DatabaseCheck;
import dev.ose.server.app.check.DiskCheck;
import dev.ose.server.app.check.ListenerCheck;
import dev.ose.server.app.check.PlatformCheck;
import dev.ose.server.app.check.SecretFilesCheck;
import dev.ose.server.app.check.TlsLibraryCheck;
import dev.ose.server.runtime.lifecycle.StartException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs one task with a node's configuration and exits, also while a node is running: {@code validate}, {@code
 * database.check} or {@code database.migrate}, then the arguments of a node. Prints a {@link Finding} a line, as JSON.
 * Exit codes as of {@link OseServer}; a check that reports a problem exits with 0.
 */
public final class NodeTask {

    private NodeTask() {}

    /** Runs the task that the first argument names. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
            Configuration configuration = ConfigurationLoader.load(rest, System.getenv());
            run(
                    arguments[0],
                    configuration,
                    finding -> out.println(JsonMapper.shared().writeValueAsString(finding)));
        } catch (ConfigurationException | StartException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        // The driver and the HTTP client leave threads.
        System.exit(0);
    }

    static void run(String task, Configuration configuration, Consumer<Finding> report) {
        Clock clock = Clock.systemUTC();
        switch (task) {
            case "validate" -> {
                new ListenerCheck(configuration, clock).run(report);
                new SecretFilesCheck(configuration).run(report);
                new DatabaseCheck(configuration, clock).run(report);
                DiskCheck.run(configuration, report);
                TlsLibraryCheck.run(configuration, report);
                configuration.platforms().values().forEach(it -> new PlatformCheck(it, clock).run(report));
            }
            case "database.check" -> new DatabaseCheck(configuration, clock).run(report);
            case "database.migrate" -> report.accept(migrate(configuration));
            default -> throw new IllegalArgumentException("no such task: " + task);
        }
    }

    private static Finding migrate(Configuration configuration) {
        Optional<DataSource> database = DatabaseFactory.external(configuration);
        if (database.isEmpty()) {
            return Finding.skipped(
                    "Database schema", "the node brings its embedded database up to date when it starts");
        }
        try {
            int steps = SchemaMigrator.migrate(database.get());
            return Finding.valid("Database schema", steps == 0 ? "was up to date" : steps + " steps applied");
        } catch (SchemaException e) {
            return Finding.failed("Database schema", String.valueOf(e.getMessage()), "See ose db check.");
        }
    }
}
