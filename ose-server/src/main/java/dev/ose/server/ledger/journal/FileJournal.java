package dev.ose.server.ledger.journal;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/**
 * Stores records in a file, see {@link RecordCodec}. A record that a crash left half-written at the end is cut off when
 * the file is opened, because its caller got no confirmation that it is durable.
 */
public final class FileJournal implements OutageJournal {

    private final Path file;
    private FileChannel channel;
    private volatile long end;
    /** Whether the file's name certainly leads to what the channel writes, even after a crash. */
    private boolean isNameDurable = true;

    private FileJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the file, creating it if absent. */
    public static FileJournal open(Path file) throws IOException {
        FileJournal journal = new FileJournal(file, channel(file));
        journal.end = Long.MAX_VALUE;
        long good = 0;
        for (Chunk chunk = journal.read(0, 1_000); !chunk.records().isEmpty(); chunk = journal.read(good, 1_000)) {
            good = chunk.next();
        }
        journal.end = good;
        journal.channel.truncate(good);
        journal.channel.force(true);
        PrivateFiles.sync(directory(file));
        return journal;
    }

    private static FileChannel channel(Path file) throws IOException {
        return PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public boolean append(List<JournalRecord> records) {
        ByteBuffer bytes = RecordCodec.encode(records);
        long length = bytes.remaining();
        try {
            long start = end;
            makeNameDurable();
            RecordCodec.write(channel, bytes, start);
            channel.force(false);
            end = start + length;
            return true;
        } catch (IOException full) {
            // Partial writes lie behind the end, where the next records overwrite them.
            return false;
        }
    }

    @Override
    public Chunk read(long position, int limit) {
        try {
            return RecordCodec.read(channel, position, end, limit);
        } catch (IOException e) {
            throw new UncheckedIOException("the journal " + file + " cannot be read", e);
        }
    }

    @Override
    public long end() {
        return end;
    }

    /** Writes a new file and renames it, so that a crash leaves either of them whole. */
    @Override
    public boolean restart(List<JournalRecord> kept) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            replaceBy(fresh, RecordCodec.encode(kept));
            makeNameDurable();
            return true;
        } catch (IOException e) {
            return !isNameDurable;
        }
    }

    private void replaceBy(Path fresh, ByteBuffer bytes) throws IOException {
        long length = bytes.remaining();
        FileChannel replacement = channel(fresh);
        FileChannel obsolete = replacement;
        try {
            RecordCodec.write(replacement, bytes, 0);
            replacement.force(true);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            obsolete = channel;
            channel = replacement;
            end = length;
            isNameDurable = false;
        } finally {
            obsolete.close();
        }
    }

    /** Until this is done, a crash may restore the old file, without what is appended to the new one. */
    private void makeNameDurable() throws IOException {
        if (!isNameDurable) {
            PrivateFiles.sync(directory(file));
            isNameDurable = true;
        }
    }

    private static Path directory(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
