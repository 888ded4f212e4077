package dev.ose.server.ledger.journal;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Intent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The file format of records: length, CRC-32C, kind, operation id, bucket id and key; 25 bytes plus the key. */
final class RecordCodec {

    private static final int HEAD_BYTES = Integer.BYTES + Integer.BYTES;
    private static final int FIXED_BYTES = 1 + Long.BYTES + Long.BYTES;
    private static final int MAX_BODY_BYTES = FIXED_BYTES + ObjectKey.MAX_BYTES;

    private RecordCodec() {}

    /** Encodes the records one after the other; the buffer is ready to be read. */
    static ByteBuffer encode(List<JournalRecord> records) {
        List<byte[]> keys = new ArrayList<>(records.size());
        int length = 0;
        for (JournalRecord record : records) {
            byte[] key = record.intent().key().utf8();
            keys.add(key);
            length += HEAD_BYTES + FIXED_BYTES + key.length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int i = 0; i < records.size(); i++) {
            encode(records.get(i), keys.get(i), bytes);
        }
        return bytes.flip();
    }

    private static void encode(JournalRecord record, byte[] key, ByteBuffer into) {
        int head = into.position();
        into.position(head + HEAD_BYTES);
        into.put((byte) record.kind().code())
                .putLong(record.intent().operationId())
                .putLong(record.intent().bucket().value())
                .put(key);
        int length = into.position() - head - HEAD_BYTES;
        into.putInt(head, length).putInt(head + Integer.BYTES, sum(into.slice(head + HEAD_BYTES, length)));
    }

    /** Writes all bytes. */
    static void write(FileChannel to, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
    }

    /** Reads up to {@code limit} records between two positions; stops at the first that is incomplete or corrupt. */
    static OutageJournal.Chunk read(FileChannel from, long position, long end, int limit) throws IOException {
        List<JournalRecord> records = new ArrayList<>();
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        long at = position;
        while (records.size() < limit && at < end && read(from, head.clear(), at)) {
            int length = head.getInt();
            int sum = head.getInt();
            if (length < FIXED_BYTES || length > MAX_BODY_BYTES) {
                break;
            }
            ByteBuffer body = ByteBuffer.allocate(length);
            Optional<JournalRecord> record =
                    read(from, body, at + HEAD_BYTES) && sum == sum(body) ? decode(body) : Optional.empty();
            if (record.isEmpty()) {
                break;
            }
            records.add(record.get());
            at += HEAD_BYTES + length;
        }
        return new OutageJournal.Chunk(records, at);
    }

    private static boolean read(FileChannel from, ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            int count = from.read(into, at);
            if (count < 0) {
                return false;
            }
            at += count;
        }
        into.flip();
        return true;
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
}
