package dev.ose.server.s3.object;

import dev.ose.s3.chunked.ChunkedEncoder;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An object in unsigned chunks, with the checksum that its client stated behind it, so that the platform compares and
 * keeps it. The checksum follows only when the object has been read to its verified end.
 */
final class ReframedSource implements BodySource {

    private final BodySource object;
    private final long objectBytes;
    private final TrailingChecksum checksum;
    private final ChunkedEncoder encoder;
    private ByteBuffer framing = ByteBuffer.allocate(0);
    private long passedBytes;
    private boolean isAtEnd;

    /**
     * @param checksum has a value once {@code object} is at its end
     */
    ReframedSource(BodySource object, long objectBytes, TrailingChecksum checksum) {
        this.object = object;
        this.objectBytes = objectBytes;
        this.checksum = checksum;
        this.encoder = new ChunkedEncoder(objectBytes, checksum.algorithm());
    }

    /** Length of all that will be read. */
    long framedBytes() {
        return encoder.framedBytes();
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        int start = destination.position();
        while (destination.hasRemaining() && advance(destination)) {
            // Framing and object take turns.
        }
        int given = destination.position() - start;
        return given == 0 && isAtEnd && !framing.hasRemaining() ? -1 : given;
    }

    /** Puts what comes next; false if there is nothing now. */
    private boolean advance(ByteBuffer destination) throws IOException {
        if (!framing.hasRemaining() && !isAtEnd) {
            framing = encoder.framing();
        }
        if (framing.hasRemaining()) {
            int count = Math.min(framing.remaining(), destination.remaining());
            destination.put(framing.slice(framing.position(), count));
            framing.position(framing.position() + count);
            return true;
        }
        return !isAtEnd && readObject(destination);
    }

    private boolean readObject(ByteBuffer destination) throws IOException {
        int limit = destination.limit();
        long room = encoder.payloadRoomBytes();
        // In the last chunk nothing can be read beyond it, and the room is needed for the framing that is taken off.
        if (room < destination.remaining() && passedBytes + room < objectBytes) {
            destination.limit(destination.position() + (int) room);
        }
        int count = object.read(destination);
        destination.limit(limit);
        if (count < 0) {
            isAtEnd = true;
            framing = encoder.end(checksum);
            return true;
        }
        encoder.passed(count);
        passedBytes += count;
        return count > 0;
    }

    @Override
    public void onReadable(Runnable listener) {
        object.onReadable(listener);
    }

    @Override
    public void resumeReads() {
        object.resumeReads();
    }

    @Override
    public void suspendReads() {
        object.suspendReads();
    }

    @Override
    public void abort() {
        object.abort();
    }
}
