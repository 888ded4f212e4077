package dev.ose.testkit;

import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.postgres.PostgresSource;
import dev.ose.testkit.fast.StartsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A dedicated PostgreSQL that syncs each commit to disk, can be stopped as by a crash, and restarts at the same
 * address. Used by one thread at a time.
 */
@StartsServer
public final class CrashingPostgres implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 200;
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final EmbeddedPostgresConfig config;
    private EmbeddedPostgres server;

    private CrashingPostgres(EmbeddedPostgresConfig config) {
        this.config = config;
        this.server = EmbeddedPostgres.start(config);
    }

    /** Starts a server that keeps its files in the folder. Blocks for some seconds. */
    public static CrashingPostgres start(Path folder) {
        return new CrashingPostgres(
                EmbeddedPostgresConfig.in(folder).withPort(ReservedPort.find()).withMaxConnections(MAX_CONNECTIONS));
    }

    /** The server, for its address, user and password; another one after each start. Not to be closed. */
    public EmbeddedPostgres server() {
        return server;
    }

    /** A new connection. */
    public Connection connect() throws SQLException {
        PGSimpleDataSource source = PostgresSource.of(server.jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.withPassword(String::new));
        return source.getConnection();
    }

    /** As by {@code pg_ctl stop -m immediate}, which sends the same signal: what is not on disk is lost. */
    public void stopAtOnce() {
        signal("QUIT", List.of(server.pid()));
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (server.isRunning()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the server does not stop");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /**
     * A streaming standby of this server, which is restarted for it, until it is promoted. It may be cut off with
     * {@code ALTER SYSTEM SET primary_conninfo = ''}.
     *
     * @param folder data directory; must not exist
     */
    public CrashingPostgres standby(Path folder) {
        server.close();
        run("cp", "-a", config.directory().toString(), folder.toString());
        Path data = folder.resolve("data");
        // Copies, so that they belong to the account that runs the server; what is in the first means nothing.
        run(
                "cp",
                "-a",
                data.resolve("PG_VERSION").toString(),
                data.resolve("standby.signal").toString());
        server = EmbeddedPostgres.start(config);
        String source = server.withPassword(word -> "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'%n"
                .formatted(server.port(), server.user(), new String(word)));
        try {
            Files.writeString(data.resolve("postgresql.auto.conf"), source, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CrashingPostgres(
                EmbeddedPostgresConfig.in(folder).withPort(ReservedPort.find()).withMaxConnections(MAX_CONNECTIONS));
    }

    /** Suspends the server, with all connections open, until {@link #thaw}. */
    public void freeze() {
        signal("STOP", processes());
    }

    /** Resumes it. */
    public void thaw() {
        signal("CONT", processes());
    }

    private List<Long> processes() {
        ProcessHandle first = ProcessHandle.of(server.pid()).orElseThrow();
        return Stream.concat(Stream.of(first), first.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static void signal(String name, List<Long> pids) {
        List<String> command = new ArrayList<>(List.of("kill", '-' + name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        run(command.toArray(new String[0]));
    }

    private static void run(String... command) {
        try {
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IllegalStateException("failed: " + String.join(" ", command));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Blocks until the server has recovered and accepts connections. */
    public void startAgain() {
        server.close();
        server = EmbeddedPostgres.start(config);
    }

    @Override
    public void close() {
        server.close();
    }
}
