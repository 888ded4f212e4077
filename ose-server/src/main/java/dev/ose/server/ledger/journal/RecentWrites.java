package dev.ose.server.ledger.journal;

import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys that this node committed to the database in the last ten minutes: what a promoted standby may lack. Kept in
 * files of one minute each; the oldest are deleted, earlier if the total size exceeds the limit.
 *
 * <p>Nothing is forced to the disk: records survive the end of this process, and a loss requires that the machine and
 * the database fail together. A commit costs one write into the page cache. Thread-safe.
 */
public final class RecentWrites implements AutoCloseable {

    static final Duration SPAN = Duration.ofMinutes(10);

    /** Ten minutes of some 10,000 writes a second, with keys of usual length. */
    private static final long MAX_BYTES = 512L << 20;

    private static final Duration FILE_SPAN = Duration.ofMinutes(1);
    private static final long FILE_BYTES = MAX_BYTES / 16;
    private static final int RECORDS_PER_STEP = 500;
    private static final String SUFFIX = ".writes";

    private final Path directory;
    private final LongSupplier nanoTime;
    private final Deque<Part> ended = new ArrayDeque<>();
    private final LongAdder lost = new LongAdder();
    private @Nullable FileChannel channel;
    private long number;
    private long since;
    private long bytes;

    /** A file that is complete. */
    private record Part(Path file, long endedNanos, long bytes) {}

    private RecentWrites(Path directory, LongSupplier nanoTime) {
        this.directory = directory;
        this.nanoTime = nanoTime;
    }

    /**
     * Continues with the files of an earlier process, which count as written now.
     *
     * @param directory for the exclusive use of this object; created if absent
     */
    public static RecentWrites open(Path directory, LongSupplier nanoTime) throws IOException {
        PrivateFiles.makeDirectory(directory);
        RecentWrites writes = new RecentWrites(directory, nanoTime);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                writes.ended.add(new Part(file, nanoTime.getAsLong(), Files.size(file)));
                writes.number = numberOf(file);
            }
        }
        return writes;
    }

    /** Numbers are padded, so that files sort by name. */
    private Path file(long wanted) {
        return directory.resolve("%012d%s".formatted(wanted, SUFFIX));
    }

    private static long numberOf(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    /** Adds committed keys. A failure does not fail the write; it is counted in {@link #lost}. */
    public void add(List<JournalRecord> records) {
        if (records.isEmpty()) {
            return;
        }
        ByteBuffer encoded = RecordCodec.encode(records);
        int length = encoded.remaining();
        synchronized (this) {
            try {
                RecordCodec.write(current(), encoded, bytes);
                bytes += length;
            } catch (IOException full) {
                // The next records overwrite what is half-written.
                lost.add(records.size());
            }
        }
    }

    private FileChannel current() throws IOException {
        FileChannel open = channel;
        if (open != null && bytes < FILE_BYTES && nanoTime.getAsLong() - since < FILE_SPAN.toNanos()) {
            return open;
        }
        endFile();
        forgetOld();
        number++;
        FileChannel next = PrivateFiles.open(
                file(number),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
        channel = next;
        bytes = 0;
        since = nanoTime.getAsLong();
        return next;
    }

    private void endFile() throws IOException {
        FileChannel open = channel;
        if (open != null) {
            channel = null;
            ended.add(new Part(file(number), nanoTime.getAsLong(), bytes));
            open.close();
        }
    }

    private void forgetOld() throws IOException {
        long now = nanoTime.getAsLong();
        long all = ended.stream().mapToLong(Part::bytes).sum();
        while (!ended.isEmpty()
                && (now - ended.getFirst().endedNanos() > SPAN.toNanos() || all > MAX_BYTES - FILE_BYTES)) {
            Part oldest = ended.removeFirst();
            all -= oldest.bytes();
            Files.deleteIfExists(oldest.file());
        }
    }

    /** The number of keys that could not be recorded. */
    public long lost() {
        return lost.sum();
    }

    /** Passes all current records to {@code reader}, some hundred at a time, in no particular order. */
    public void read(Consumer<List<JournalRecord>> reader) {
        for (Part part : parts()) {
            try (FileChannel from = FileChannel.open(part.file(), StandardOpenOption.READ)) {
                OutageJournal.Chunk chunk = RecordCodec.read(from, 0, part.bytes(), RECORDS_PER_STEP);
                while (!chunk.records().isEmpty()) {
                    reader.accept(chunk.records());
                    chunk = RecordCodec.read(from, chunk.next(), part.bytes(), RECORDS_PER_STEP);
                }
            } catch (NoSuchFileException old) {
                // Older than ten minutes, and deleted meanwhile.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private synchronized List<Part> parts() {
        Stream<Part> open =
                channel == null ? Stream.empty() : Stream.of(new Part(file(number), nanoTime.getAsLong(), bytes));
        return Stream.concat(ended.stream(), open).toList();
    }

    /** Leaves the files to the next process. */
    @Override
    public synchronized void close() {
        try {
            endFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
