package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.config.DatabaseOptions;
import dev.ose.config.ManagedSecret;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ose db}. */
final class DatabaseCommands {

    private DatabaseCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "db",
                "The PostgreSQL database of the nodes.",
                Group.takingForce(() -> new Set(terminal)),
                OptionCommands.show(
                        terminal, "Show the database's settings, secrets hidden.", true, "spring.datasource."),
                new Check(terminal),
                new Migrate(terminal),
                new Unset(terminal));
    }

    @Command(name = "set", description = "Set the address of the database and the login.")
    private static final class Set extends ConfigChangeCommand {

        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description = "Such as jdbc:postgresql://db.example.com:5432/ose.")
        private String url = "";

        @Option(
                names = "--user",
                required = true,
                paramLabel = "NAME",
                description = "Database user; must own the database.")
        private String user = "";

        @Mixin
        private SecretInput secret = new SecretInput();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Secret password = secret.read(terminal(), "Password of the database user");
            return change(
                    Map.of(DatabaseOptions.URL.key(), url, DatabaseOptions.USERNAME.key(), user),
                    Map.of(ManagedSecret.DATABASE_PASSWORD.key(), password),
                    List.of(DatabaseOptions.PASSWORD_FILE.key()));
        }
    }

    @Command(
            name = "check",
            description = "Check the database: connection, version, encoding, collation, number of connections.")
    private static final class Check extends Findings {

        Check(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showFindings(ask("database.check"));
        }
    }

    @Command(
            name = "migrate",
            description = {
                "Migrate the schema to this release, before nodes are restarted; a starting node does the same.",
                "Back up the database first: a schema cannot be downgraded."
            })
    private static final class Migrate extends Findings {

        Migrate(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showFindings(ask("database.migrate"));
        }
    }

    @Command(name = "unset", description = "Go back to the embedded database of this host; nothing is deleted.")
    private static final class Unset extends ConfigChangeCommand {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return unset(List.of(
                    DatabaseOptions.URL.key(),
                    DatabaseOptions.USERNAME.key(),
                    DatabaseOptions.PASSWORD_FILE.key(),
                    ManagedSecret.DATABASE_PASSWORD.key()));
        }
    }
}
