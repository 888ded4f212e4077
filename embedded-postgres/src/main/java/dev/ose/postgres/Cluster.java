package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The database files: creates and validates them. */
final class Cluster {

    private static final Duration INITDB_BOUND = Duration.ofMinutes(2);
    private static final long NEEDED_BYTES = 256L << 20;

    private Cluster() {}

    /** Creates the cluster unless it exists, and returns its superuser's login. */
    static Login prepare(Layout layout, Binaries binaries, ServerLauncher launcher, EmbeddedPostgresConfig config)
            throws IOException {
        prepareRun(layout, launcher);
        if (Files.exists(layout.data())) {
            checkVersion(layout.data(), binaries);
            return Login.load(layout.login());
        }
        config.progress().accept("Making a database in " + layout.data());
        return create(layout, binaries, launcher, config.durable());
    }

    private static void prepareRun(Layout layout, ServerLauncher launcher) throws IOException {
        for (Path directory : List.of(layout.run(), layout.serverLogs())) {
            ClusterDirectories.create(directory, "rwx------");
            if (Ownership.ofThisProcess().isRoot()) {
                launcher.account().give(directory);
            }
        }
    }

    private static void checkVersion(Path data, Binaries binaries) throws IOException {
        Path file = data.resolve("PG_VERSION");
        if (!Files.exists(file)) {
            throw new EmbeddedPostgresException("The directory " + data + " is not a PostgreSQL database (it has no"
                    + " PG_VERSION). Move it away, or choose another directory.");
        }
        String found = Files.readString(file).strip();
        if (!found.equals(binaries.majorVersion())) {
            throw new EmbeddedPostgresException("The database in " + data + " was made by PostgreSQL " + found
                    + ", this is PostgreSQL " + binaries.majorVersion() + "; major versions do not share files."
                    + " Start the OSE release that made it, dump with pg_dumpall, restore into an empty directory;"
                    + " or run pg_upgrade.");
        }
    }

    /** Creates it beside the final place and renames, so that a killed start leaves nothing incomplete. */
    private static Login create(Layout layout, Binaries binaries, ServerLauncher launcher, boolean durable)
            throws IOException {
        ClusterDirectories.requireSpace(layout.directory(), NEEDED_BYTES, "a new database");
        ClusterDirectories.delete(layout.newData());
        Login login = Login.generate();
        login.store(layout.initialLogin(), launcher.account());
        PostgresCommand.Result result = launcher.run(initdb(layout, binaries, durable), layout, INITDB_BOUND);
        Files.deleteIfExists(layout.initialLogin());
        if (!result.isSuccess()) {
            throw new EmbeddedPostgresException(
                    "initdb could not make a database in " + layout.directory() + ": " + result.output());
        }
        login.store(layout.login(), Ownership.ofThisProcess());
        Files.move(layout.newData(), layout.data(), StandardCopyOption.ATOMIC_MOVE);
        return login;
    }

    private static List<String> initdb(Layout layout, Binaries binaries, boolean durable) {
        List<String> command = new ArrayList<>(List.of(
                binaries.program("initdb"),
                "--pgdata=" + layout.newData(),
                "--username=" + Login.USER,
                "--pwfile=" + layout.initialLogin(),
                "--auth=scram-sha-256",
                // More make guesses at a weak password expensive; this one is random, and each connection would pay.
                "--set=scram_iterations=1",
                "--encoding=UTF8",
                // Sorts by bytes, as S3 does, but maps the case of letters outside ASCII; needs no locale of the host.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-instructions"));
        if (!durable) {
            command.add("--no-sync");
        }
        return command;
    }
}
