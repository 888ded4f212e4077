package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A PostgreSQL server on 127.0.0.1 that this process holds until {@link #close}. If the process ends without closing
 * it, the server keeps running, and the next {@link #start} with the directory adopts it. Thread-safe.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final long FULL_DISK_BYTES = 1L << 20;

    private final RunningServer server;
    private final DirectoryLock lock;
    private final Postmaster postmaster;
    private final boolean adopted;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedPostgres(RunningServer server, DirectoryLock lock, Postmaster postmaster, boolean adopted) {
        this.server = server;
        this.lock = lock;
        this.postmaster = postmaster;
        this.adopted = adopted;
    }

    /**
     * Starts the server of the directory, or adopts the one that runs there. Blocks until it accepts connections:
     * usually 1 s, 5 s the first time. A running server whose settings differ from {@code config} is restarted.
     *
     * @throws EmbeddedPostgresException if that fails; no process is left running, except a server that is still
     *     recovering from a crash at the time limit
     */
    public static EmbeddedPostgres start(EmbeddedPostgresConfig config) {
        Layout layout = new Layout(config.directory());
        try {
            // Others may traverse it: the account that runs PostgreSQL must reach its own part. Everything else is
            // 0600.
            ClusterDirectories.create(layout.directory(), "rwx--x--x");
            DirectoryLock lock = DirectoryLock.tryAcquire(layout.directory())
                    .orElseThrow(() -> EmbeddedPostgresException.inUse(layout.directory()));
            boolean kept = false;
            try {
                EmbeddedPostgres started = startLocked(layout, config, lock);
                kept = true;
                return started;
            } finally {
                if (!kept) {
                    lock.close();
                }
            }
        } catch (IOException failed) {
            throw explain(config, failed);
        }
    }

    private static EmbeddedPostgres startLocked(Layout layout, EmbeddedPostgresConfig config, DirectoryLock lock)
            throws IOException {
        Binaries binaries = Binaries.unpacked(config);
        ServerLauncher launcher = ServerLauncher.choose(layout, binaries);
        Login login = Cluster.prepare(layout, binaries, launcher, config);
        RunningServer server = new RunningServer(layout, binaries, launcher, login, config);
        Optional<Postmaster> adopted = server.adopt();
        Postmaster postmaster = adopted.isPresent() ? adopted.get() : server.start();
        config.progress()
                .accept("PostgreSQL " + binaries.version() + " accepts connections on 127.0.0.1:" + postmaster.port());
        return new EmbeddedPostgres(server, lock, postmaster, adopted.isPresent());
    }

    private static EmbeddedPostgresException explain(EmbeddedPostgresConfig config, IOException failed) {
        Path path = failed instanceof FileSystemException file && file.getFile() != null
                ? Path.of(file.getFile())
                : config.directory();
        String account = System.getProperty("user.name");
        if (failed instanceof AccessDeniedException) {
            return new EmbeddedPostgresException(
                    "User " + account + " may not read or write " + path + ". Give it to that user (chown, chmod u+rwx"
                            + " on it and each parent), or choose another directory.",
                    failed);
        }
        return new EmbeddedPostgresException(
                "Working on " + path + " failed: " + failed.getMessage() + ". " + storeAdvice(path), failed);
    }

    private static String storeAdvice(Path path) {
        Path existing = path;
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            FileStore store = Files.getFileStore(existing);
            if (store.isReadOnly()) {
                return "That file system is mounted read-only: choose another directory.";
            }
            if (store.getUsableSpace() < FULL_DISK_BYTES) {
                return "That disk is full: free space or choose another directory.";
            }
        } catch (IOException unknown) {
            return "Its file system does not answer: check the disk.";
        }
        return "Check that it is a directory on a local disk that this user may write.";
    }

    /** URL of the server's default database, without user and password. */
    public String jdbcUrl() {
        return jdbcUrl(Login.DATABASE);
    }

    /** URL of another database of this server; the name is not escaped, so plain letters only. */
    public String jdbcUrl(String database) {
        return Login.jdbcUrl(postmaster.port(), database);
    }

    /** Name of the superuser. */
    public String user() {
        return Login.USER;
    }

    /** Passes a copy of the superuser's password to {@code use} and wipes it afterwards. */
    public <T> T withPassword(Function<char[], T> use) {
        return server.login().reveal(use);
    }

    /** The TCP port on 127.0.0.1. */
    public int port() {
        return postmaster.port();
    }

    /** The process id of the server. */
    public long pid() {
        return postmaster.pid();
    }

    /** Whether the server was running before {@link #start}. */
    public boolean isAdopted() {
        return adopted;
    }

    /** Whether the server process is alive; if not, close this and start again. Does not block. */
    public boolean isRunning() {
        return !closed.get() && postmaster.serves(server.layout().data());
    }

    /**
     * Stops the server and closes its connections; open transactions are rolled back. Blocks up to 60 s, then forces
     * the stop. Idempotent.
     *
     * @throws EmbeddedPostgresException if the process still does not end
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (lock) {
            server.stop();
        } catch (IOException failed) {
            throw explain(server.config(), failed);
        }
    }
}
