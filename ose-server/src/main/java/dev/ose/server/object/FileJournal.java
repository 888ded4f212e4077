package dev.ose.server.object;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Records in a file: length, check sum, kind, operation, bucket and key of each. What a crash left half-written at the end is
 * cut off when the file is opened, because nobody was told that it is durable.
 */
final class FileJournal implements OutageJournal {

    private static final int HEAD_BYTES = Integer.BYTES + Integer.BYTES;
    private static final int FIXED_BYTES = 1 + Long.BYTES + Long.BYTES;
    private static final int MAX_RECORD_BYTES = HEAD_BYTES + FIXED_BYTES + ObjectKey.MAX_BYTES;

    private final Path file;
    private FileChannel channel;
    private volatile long end;
    /** Whether the name of the file surely leads to what the channel writes, also after a crash. */
    private boolean isNameDurable = true;

    private FileJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens or makes the file. */
    static FileJournal open(Path file) throws IOException {
        FileJournal journal = new FileJournal(file, channel(file));
        journal.end = Long.MAX_VALUE;
        long good = 0;
        for (Chunk chunk = journal.read(0, 1_000); !chunk.records().isEmpty(); chunk = journal.read(good, 1_000)) {
            good = chunk.next();
        }
        journal.end = good;
        journal.channel.truncate(good);
        journal.channel.force(true);
        force(directory(file));
        return journal;
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public boolean append(List<JournalRecord> records) {
        ByteBuffer bytes = encode(records);
        long length = bytes.remaining();
        try {
            long start = end;
            makeNameDurable();
            write(channel, bytes, start);
            channel.force(false);
            end = start + length;
            return true;
        } catch (IOException full) {
            // Whatever was written lies behind the end, where the next records are written over it.
            return false;
        }
    }

    private static void write(FileChannel to, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
    }

    @Override
    public Chunk read(long position, int limit) {
        List<JournalRecord> records = new ArrayList<>();
        long at = position;
        try {
            ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
            while (records.size() < limit && at < end && read(head.clear(), at)) {
                int length = head.getInt();
                int sum = head.getInt();
                if (length < FIXED_BYTES || length > MAX_RECORD_BYTES) {
                    break;
                }
                ByteBuffer body = ByteBuffer.allocate(length);
                Optional<JournalRecord> record =
                        read(body, at + HEAD_BYTES) && sum == sum(body) ? decode(body) : Optional.empty();
                if (record.isEmpty()) {
                    break;
                }
                records.add(record.get());
                at += HEAD_BYTES + length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the journal " + file + " cannot be read", e);
        }
        return new Chunk(records, at);
    }

    private boolean read(ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            int count = channel.read(into, at);
            if (count < 0) {
                return false;
            }
            at += count;
        }
        into.flip();
        return true;
    }

    private static ByteBuffer encode(List<JournalRecord> records) {
        ByteBuffer bytes = ByteBuffer.allocate(records.size() * MAX_RECORD_BYTES);
        for (JournalRecord record : records) {
            byte[] key = record.intent().key().utf8();
            ByteBuffer body = ByteBuffer.allocate(FIXED_BYTES + key.length)
                    .put((byte) record.kind().code())
                    .putLong(record.intent().operationId())
                    .putLong(record.intent().bucket().value())
                    .put(key)
                    .flip();
            bytes.putInt(body.remaining()).putInt(sum(body)).put(body);
        }
        return bytes.flip();
    }

    private static Optional<JournalRecord> decode(ByteBuffer body) {
        Optional<JournalRecord.Kind> kind = JournalRecord.Kind.of((char) body.get());
        long operation = body.getLong();
        BucketId bucket = new BucketId(body.getLong());
        byte[] key = new byte[body.remaining()];
        body.get(key);
        return kind.flatMap(known ->
                ObjectKey.ofUtf8(key).map(name -> new JournalRecord(known, new Intent(operation, bucket, name))));
    }

    private static int sum(ByteBuffer body) {
        CRC32C sum = new CRC32C();
        sum.update(body.duplicate());
        return (int) sum.getValue();
    }

    @Override
    public long end() {
        return end;
    }

    /** Beside the file and then in its place, so that a crash leaves the one or the other. */
    @Override
    public boolean restart(List<JournalRecord> kept) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            replaceBy(fresh, encode(kept));
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
            write(replacement, bytes, 0);
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

    /** Until this is done, a crash may bring the old file back, without what is appended to the new one. */
    private void makeNameDurable() throws IOException {
        if (!isNameDurable) {
            force(directory(file));
            isNameDurable = true;
        }
    }

    private static Path directory(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        }
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
