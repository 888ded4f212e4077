package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts, adopts and stops the server of one cluster. The caller holds the directory's lock. */
record RunningServer(
        Layout layout, Binaries binaries, ServerLauncher launcher, Login login, EmbeddedPostgresConfig config) {

    private static final int PORT_ATTEMPTS = 5;
    private static final Duration ORPHANS_BOUND = Duration.ofSeconds(10);
    private static final Duration FAST_STOP_BOUND = Duration.ofSeconds(60);
    private static final Duration IMMEDIATE_STOP_BOUND = Duration.ofSeconds(15);
    private static final Duration COMMAND_SLACK = Duration.ofSeconds(5);

    /** The address of the server for own connections. */
    private enum Fit {
        SAME,
        OTHER_SETTINGS
    }

    /** The running server, once it accepts connections; empty if there is none, or it had to be stopped. */
    Optional<Postmaster> adopt() throws IOException {
        Optional<Postmaster> running = Postmaster.running(layout.data());
        if (running.isEmpty()) {
            return Optional.empty();
        }
        config.progress()
                .accept("PostgreSQL already runs as process " + running.get().pid() + "; taking it over");
        StartDeadline deadline = StartDeadline.in(config.startTimeout());
        Optional<Postmaster> ready = awaitReady(deadline);
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return switch (examine(ready.get())) {
            case SAME -> ready;
            case OTHER_SETTINGS -> {
                config.progress().accept("It runs with other settings than configured; restarting it");
                stop();
                yield Optional.empty();
            }
        };
    }

    /** Waits until it is ready or has ended (it was shutting down); anything else is an error. */
    private Optional<Postmaster> awaitReady(StartDeadline deadline) throws IOException {
        Optional<Postmaster> running = Postmaster.running(layout.data());
        while (running.isPresent() && !running.get().ready()) {
            if (!deadline.pause()) {
                throw new EmbeddedPostgresException("PostgreSQL (process "
                        + running.get().pid() + ") runs in "
                        + layout.data() + " but did not accept connections within "
                        + config.startTimeout().toSeconds() + " s. After a crash it may still be recovering: start"
                        + " again later, or allow more time. Said: " + said());
            }
            running = Postmaster.running(layout.data());
        }
        return running;
    }

    private Fit examine(Postmaster postmaster) throws IOException {
        try (Connection connection = login.connect(postmaster.port());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('data_directory'),"
                        + " current_setting('server_version'), current_setting('fsync'),"
                        + " current_setting('max_connections')::int")) {
            row.next();
            if (!Files.isSameFile(Path.of(row.getString(1)), layout.data())) {
                throw new EmbeddedPostgresException("Port " + postmaster.port() + " is served from " + row.getString(1)
                        + ", not from " + layout.data() + ". Stop process " + postmaster.pid() + " and start again.");
            }
            boolean same = binaries.version().startsWith(row.getString(2) + ".")
                    && row.getString(3).equals(config.durable() ? "on" : "off")
                    && row.getInt(4) == config.maxConnections()
                    && (config.port() == 0 || config.port() == postmaster.port());
            return same ? Fit.SAME : Fit.OTHER_SETTINGS;
        } catch (SQLException refused) {
            throw new EmbeddedPostgresException(
                    "PostgreSQL (process " + postmaster.pid() + ", port " + postmaster.port() + ") does not let us in"
                            + " with what " + layout.login() + " holds (SQLSTATE " + refused.getSQLState()
                            + "). Restore that file, or stop the process if it is not wanted.",
                    refused);
        }
    }

    /** Starts a server and waits until it accepts connections. */
    Postmaster start() throws IOException {
        clearCrash();
        StartDeadline deadline = StartDeadline.in(config.startTimeout());
        for (int attempt = 1; ; attempt++) {
            int port = Ports.choose(config.port(), layout.port());
            Files.deleteIfExists(layout.startLog());
            PostgresCommand.Result result = launcher.run(
                    startCommand(port, deadline), layout, deadline.remaining().plus(COMMAND_SLACK));
            Optional<Postmaster> started = result.isSuccess() ? Postmaster.running(layout.data()) : Optional.empty();
            if (started.isPresent()) {
                examine(started.get());
                Ports.remember(layout.port(), port);
                return started.get();
            }
            boolean lostPort = Postmaster.running(layout.data()).isEmpty() && !Ports.isFree(port);
            if (!lostPort || config.port() != 0 || attempt == PORT_ATTEMPTS) {
                throw notStarted(port, result, lostPort);
            }
        }
    }

    private EmbeddedPostgresException notStarted(int port, PostgresCommand.Result result, boolean lostPort)
            throws IOException {
        long freeMegabytes = Files.getFileStore(layout.data()).getUsableSpace() >> 20;
        String likely = lostPort
                ? "Port " + port + " is taken by another program: stop that or choose another port."
                : freeMegabytes < 32
                        ? "The disk is full: free space in " + layout.directory() + "."
                        : "The lines below show the cause; the full logs are in " + layout.run() + ".";
        return new EmbeddedPostgresException("PostgreSQL did not start in " + layout.data() + " within "
                + config.startTimeout().toSeconds() + " s. " + likely + "\n" + result.output() + "\n" + said());
    }

    /** Leaves crash recovery to PostgreSQL, except for the two cases in which it would refuse to start. */
    private void clearCrash() throws IOException {
        Optional<Postmaster> recorded = Postmaster.recorded(layout.data());
        if (recorded.isEmpty()) {
            return;
        }
        config.progress().accept("The last server did not stop cleanly; PostgreSQL will recover its data");
        StartDeadline deadline = StartDeadline.in(ORPHANS_BOUND);
        while (Postmaster.hasProcesses(layout.data())) {
            if (!deadline.pause()) {
                throw new EmbeddedPostgresException("Processes of a PostgreSQL that crashed still run in "
                        + layout.data() + ". End them (they have that directory as their working directory), then"
                        + " start again.");
            }
        }
        if (ProcessHandle.of(recorded.get().pid()).isPresent()) {
            Postmaster.forget(layout.data());
        }
    }

    private List<String> startCommand(int port, StartDeadline deadline) {
        List<String> options = new ArrayList<>(List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=" + config.maxConnections()));
        if (config.durable()) {
            options.addAll(List.of(
                    "fsync=on",
                    "synchronous_commit=on",
                    "full_page_writes=on",
                    // A day of hourly files, each overwritten the next day, which bounds the logs of an unattended
                    // server.
                    "logging_collector=on",
                    "log_directory=../run/log",
                    "log_filename=postgres-%H.log",
                    "log_rotation_age=60",
                    "log_rotation_size=0",
                    "log_truncate_on_rotation=on"));
        } else {
            options.addAll(List.of(
                    "fsync=off",
                    "synchronous_commit=off",
                    "full_page_writes=off",
                    "wal_level=minimal",
                    "max_wal_senders=0"));
        }
        // Command line arguments override postgresql.conf and ALTER SYSTEM.
        StringBuilder arguments = new StringBuilder();
        options.forEach(option -> arguments.append(" -c ").append(option));
        return List.of(
                binaries.program("pg_ctl"),
                "start",
                "--pgdata=" + layout.data(),
                "--log=" + layout.startLog(),
                "--options=" + arguments.toString().strip(),
                "--wait",
                "--timeout=" + deadline.remainingSeconds(),
                "--silent");
    }

    /**
     * Stops the server by a fast shutdown; if that takes too long, by an immediate one, from which the next start
     * recovers.
     */
    void stop() throws IOException {
        if (Postmaster.running(layout.data()).isEmpty()) {
            return;
        }
        PostgresCommand.Result fast = stop("fast", FAST_STOP_BOUND);
        if (Postmaster.running(layout.data()).isEmpty()) {
            return;
        }
        config.progress().accept("PostgreSQL did not stop within " + FAST_STOP_BOUND.toSeconds() + " s; forcing it");
        PostgresCommand.Result immediate = stop("immediate", IMMEDIATE_STOP_BOUND);
        if (Postmaster.running(layout.data()).isPresent()) {
            throw new EmbeddedPostgresException("PostgreSQL in " + layout.data() + " does not stop. End its process"
                    + " by hand; the data stays safe. Said: " + fast.output() + " " + immediate.output());
        }
    }

    private PostgresCommand.Result stop(String mode, Duration bound) throws IOException {
        List<String> command = List.of(
                binaries.program("pg_ctl"),
                "stop",
                "--pgdata=" + layout.data(),
                "--mode=" + mode,
                "--wait",
                "--timeout=" + bound.toSeconds(),
                "--silent");
        return launcher.run(command, layout, bound.plus(COMMAND_SLACK));
    }

    /** The last lines of the server's log or output. */
    private String said() throws IOException {
        StringBuilder said = new StringBuilder(PostgresCommand.tail(layout.startLog()));
        try (Stream<Path> logs = Files.list(layout.serverLogs())) {
            Optional<Path> newest =
                    logs.max(Comparator.comparingLong(path -> path.toFile().lastModified()));
            if (newest.isPresent()) {
                said.append('\n').append(PostgresCommand.tail(newest.get()));
            }
        }
        return said.toString().strip();
    }
}
