package dev.ose.server.runtime.lifecycle;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The directory that a node locks exclusively, until it is closed or the process ends. */
public final class DataDirectory implements AutoCloseable {

    private static final String LOCK_FILE = "node.lock";
    private static final String IDENTITY_FILE = "node-id";

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Creates the directory if needed and locks it. Blocks on the disk only.
     *
     * @throws StartException {@code DATA_DIRECTORY} or {@code ALREADY_RUNNING}
     */
    public static DataDirectory open(Path path) {
        try {
            // PostgreSQL runs as an account of its own below it.
            PrivateFiles.makePassage(path);
            FileChannel channel =
                    PrivateFiles.open(path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new StartException(
                        Code.ALREADY_RUNNING,
                        "Another node uses the data directory " + path
                                + ". Stop that one first, or choose another directory with oss.data.dir.");
            }
            return new DataDirectory(path, channel);
        } catch (IOException e) {
            throw new StartException(
                    Code.DATA_DIRECTORY,
                    "The data directory " + path + " cannot be used: " + reason(e) + ". Make it a directory that user "
                            + System.getProperty("user.name") + " may write, or choose another with oss.data.dir.",
                    e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String reason(IOException e) {
        String type = e.getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2");
        @Nullable String text = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return text == null ? type.replace(" Exception", "").toLowerCase(Locale.ROOT) : text;
    }

    public Path path() {
        return path;
    }

    /** A file or directory directly below. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * A random name, unique to the directory and used only by the holder of its lock. Blocks on the disk.
     *
     * @throws StartException {@code DATA_DIRECTORY}
     */
    public String identity() {
        try {
            if (Files.notExists(resolve(IDENTITY_FILE))) {
                writePrivately(IDENTITY_FILE, UUID.randomUUID() + "\n");
            }
            return Files.readString(resolve(IDENTITY_FILE)).strip();
        } catch (IOException e) {
            throw new StartException(
                    Code.DATA_DIRECTORY,
                    "The file " + resolve(IDENTITY_FILE) + " cannot be read or written: " + reason(e)
                            + ". Give the data directory to user " + System.getProperty("user.name") + ".",
                    e);
        }
    }

    /** Writes a small file that only this account may read, whole or not at all. */
    public void writePrivately(String name, String text) throws IOException {
        PrivateFiles.replace(path.resolve(name), text);
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
