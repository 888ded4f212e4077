package dev.ose.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock among all threads and processes of this host. The kernel releases it when the process ends, however
 * it ends.
 */
final class DirectoryLock implements AutoCloseable {

    private static final String FILE = "lock";
    private static final String CLAIM = "dev.ose.postgres.lock:";

    private final String claim;
    private final FileChannel channel;

    private DirectoryLock(String claim, FileChannel channel) {
        this.claim = claim;
        this.channel = channel;
    }

    /** Acquires the lock of an existing directory if it is free; does not wait. */
    static Optional<DirectoryLock> tryAcquire(Path directory) throws IOException {
        String claim = CLAIM + directory.toRealPath();
        // POSIX drops a process's lock when *any* descriptor of the file is closed, so a second attempt within this
        // JVM must not even open the file. System properties are the one table that every class loader shares.
        if (System.getProperties().putIfAbsent(claim, "held") != null) {
            return Optional.empty();
        }
        FileChannel channel = null;
        try {
            ClusterDirectories.createFile(directory.resolve(FILE));
            channel = FileChannel.open(directory.resolve(FILE), StandardOpenOption.WRITE);
            @Nullable FileLock lock = channel.tryLock();
            if (lock != null) {
                DirectoryLock held = new DirectoryLock(claim, channel);
                channel = null;
                return Optional.of(held);
            }
            return Optional.empty();
        } finally {
            if (channel != null) {
                channel.close();
                System.getProperties().remove(claim);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            System.getProperties().remove(claim);
        }
    }
}
