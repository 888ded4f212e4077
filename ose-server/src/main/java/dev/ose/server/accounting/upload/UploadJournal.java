package dev.ose.server.accounting.upload;

import dev.ose.adapter.file.PrivateFiles;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The names of uploads that were begun while the database was unavailable, in a file: if the node dies before it is
 * available again, its next process verifies them on the platform. One line each: checksum, bucket, key and id. A line
 * that a crash left half-written is skipped, because no client received its result. Used by one thread.
 */
public final class UploadJournal implements AutoCloseable {

    /** Some hundred thousand uploads. */
    private static final long MAX_BYTES = 64L << 20;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final int RADIX = 16;
    private static final int FIELDS = 4;

    private final FileChannel channel;
    private final List<Upload> left;
    private long end;

    private UploadJournal(FileChannel channel, List<Upload> left, long end) {
        this.channel = channel;
        this.left = List.copyOf(left);
        this.end = end;
    }

    /** Opens the file, creating it if absent. */
    public static UploadJournal open(Path file) throws IOException {
        List<Upload> left = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line :
                    Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                decode(line).ifPresent(left::add);
            }
        }
        FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return new UploadJournal(channel, left, channel.size());
    }

    /** The uploads left by an earlier process. */
    List<Upload> left() {
        return left;
    }

    /** Whether the journal is empty. */
    boolean isEmpty() {
        return end == 0;
    }

    /**
     * Appends uploads and makes them durable. Returns false if the journal or the disk is full: then none was added.
     */
    boolean append(Collection<Upload> begun) {
        StringBuilder lines = new StringBuilder();
        // Ends a line that was cut off.
        begun.forEach(upload -> lines.append('\n').append(encode(upload)));
        ByteBuffer bytes = StandardCharsets.ISO_8859_1.encode(lines.append('\n').toString());
        if (end + bytes.remaining() > MAX_BYTES) {
            return false;
        }
        try {
            long at = end;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            channel.force(false);
            end = at;
            return true;
        } catch (IOException full) {
            return false;
        }
    }

    /** Deletes all entries. If that fails, the next process verifies them, which is harmless. */
    void clear() {
        try {
            channel.truncate(0);
            channel.force(false);
            end = 0;
        } catch (IOException e) {
            end = Math.max(end, 1);
        }
    }

    private static String encode(Upload upload) {
        String fields = Long.toString(upload.bucket().value(), RADIX)
                + ' '
                + text(upload.key().value())
                + ' '
                + text(upload.id().value());
        return sum(fields) + ' ' + fields;
    }

    private static Optional<Upload> decode(String line) {
        String[] fields = line.split(" ", -1);
        int first = line.indexOf(' ');
        if (fields.length != FIELDS || !sum(line.substring(first + 1)).equals(fields[0])) {
            return Optional.empty();
        }
        BucketId bucket = new BucketId(Long.parseLong(fields[1], RADIX));
        return ObjectKey.parse(text(DECODER.decode(fields[2])))
                .flatMap(key -> UploadId.parse(text(DECODER.decode(fields[3]))).map(id -> new Upload(bucket, key, id)));
    }

    private static String text(String value) {
        return ENCODER.encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    private static String sum(String fields) {
        CRC32C sum = new CRC32C();
        sum.update(fields.getBytes(StandardCharsets.ISO_8859_1));
        return Long.toString(sum.getValue(), RADIX);
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
