package dev.ose.osis.service;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.osis.model.MalformedDocumentException;
import dev.ose.osis.model.OsisJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a directory in a file, a line of JSON each, on disk before they count. A last line that was cut off by
 * a crash was never acknowledged and is dropped. One process may have the file open. Not thread-safe.
 */
final class OsisJournal implements AutoCloseable {

    private static final byte LINE_END = '\n';

    private final Path file;
    private final FileChannel lockHolder;
    private FileChannel channel;
    private long lines;

    /** One change: of exactly one kind of entry. */
    record Line(
            @Nullable TenantEntry tenant,
            @Nullable UserEntry user,
            @Nullable KeyEntry key,
            boolean removed) {}

    private OsisJournal(Path file, FileChannel lockHolder, FileChannel channel) {
        this.file = file;
        this.lockHolder = lockHolder;
        this.channel = channel;
    }

    /**
     * Opens the file, which is created if missing.
     *
     * @throws IOException if it cannot be used, or another process uses it
     */
    static OsisJournal open(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        PrivateFiles.makeMissingDirectory(directory(absolute));
        FileChannel lockHolder = PrivateFiles.open(
                absolute.resolveSibling(absolute.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        try {
            lock(lockHolder, absolute);
            return new OsisJournal(absolute, lockHolder, openChannel(absolute));
        } catch (IOException e) {
            lockHolder.close();
            throw e;
        }
    }

    private static void lock(FileChannel lockHolder, Path file) throws IOException {
        FileLock lock;
        try {
            lock = lockHolder.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new IOException("Another process uses " + file + ".");
        }
    }

    private static FileChannel openChannel(Path file) throws IOException {
        return PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Every change so far. Truncates an incomplete last line. */
    List<Line> read() throws IOException {
        byte[] all = Files.readAllBytes(file);
        List<Line> read = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == LINE_END) {
                read.add(parse(Arrays.copyOfRange(all, start, i), read.size() + 1));
                start = i + 1;
            }
        }
        channel.truncate(start);
        channel.position(start);
        lines = read.size();
        return read;
    }

    private Line parse(byte[] line, int number) throws IOException {
        try {
            return OsisJson.read(line, Line.class);
        } catch (MalformedDocumentException e) {
            throw new IOException("Line " + number + " of " + file + " is damaged.", e);
        }
    }

    /** Writes the change; it is on disk when this returns. */
    void append(Line line) throws IOException {
        long end = channel.position();
        try {
            PrivateFiles.write(channel, bytes(List.of(line)));
            channel.force(false);
            lines++;
        } catch (IOException e) {
            // The rest of an incomplete line must not be joined with the next one.
            channel.truncate(end);
            channel.position(end);
            throw e;
        }
    }

    /** The number of changes in the file. */
    long lines() {
        return lines;
    }

    /** Replaces the file by one with these changes only, which must yield the same entries. */
    void replace(List<Line> same) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        FileChannel written = PrivateFiles.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            PrivateFiles.write(written, bytes(same));
            written.force(true);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.sync(directory(file));
        } catch (IOException e) {
            written.close();
            throw e;
        }
        channel.close();
        channel = written;
        lines = same.size();
    }

    private static Path directory(Path file) {
        return Objects.requireNonNull(file.getParent(), "a file is in a directory");
    }

    private static byte[] bytes(List<Line> lines) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (Line line : lines) {
            text.writeBytes(OsisJson.write(line));
            text.write(LINE_END);
        }
        return text.toByteArray();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        lockHolder.close();
    }
}
