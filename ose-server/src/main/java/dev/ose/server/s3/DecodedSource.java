package dev.ose.server.s3;

import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ChunkedDecoder.Step;
import dev.ose.s3.chunked.ChunkedFault;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What is inside a framed body. The framing is taken off in the very buffer that is read into. The last byte of the
 * object is kept back until the whole body has proven good: the platform, which was told the object's length, cannot
 * commit without it.
 *
 * <p>A body that proves bad fails to be read with an {@link IOException} whose cause is a {@link FailureException}.
 */
final class DecodedSource implements BodySource {

    private static final int NOTHING = -1;

    private final BodySource framed;
    private final ChunkedDecoder decoder;
    private final long objectBytes;
    private long decodedBytes;
    private int keptByte = NOTHING;
    private boolean isVerified;

    /**
     * @param decoder must be for an object of {@code objectBytes}
     */
    DecodedSource(BodySource framed, ChunkedDecoder decoder, long objectBytes) {
        this.framed = framed;
        this.decoder = decoder;
        this.objectBytes = objectBytes;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        int start = destination.position();
        while (!isVerified && destination.hasRemaining()) {
            int at = destination.position();
            int count = framed.read(destination);
            if (count == 0) {
                break;
            }
            if (count < 0) {
                requireGood(decoder.finish());
                isVerified = true;
            } else {
                destination.position(decode(destination, at));
            }
        }
        boolean isAtEnd = isVerified && keptByte == NOTHING;
        if (isVerified && keptByte != NOTHING && destination.hasRemaining()) {
            destination.put((byte) keptByte);
            keptByte = NOTHING;
        }
        int given = destination.position() - start;
        return given == 0 && isAtEnd ? -1 : given;
    }

    /** Moves the payload of what lies from {@code start} to the position to the front; returns where it ends. */
    private int decode(ByteBuffer buffer, int start) throws IOException {
        ByteBuffer piece = buffer.duplicate().flip().position(start);
        int end = start;
        Step step = decoder.next(piece);
        while (step instanceof Step.Payload(ByteBuffer payload)) {
            int length = payload.remaining();
            int from = piece.position() - length;
            if (from != end) {
                buffer.put(end, buffer, from, length);
            }
            end += length;
            step = decoder.next(piece);
        }
        requireGood(step);
        decodedBytes += end - start;
        if (end > start && decodedBytes == objectBytes) {
            end--;
            keptByte = buffer.get(end) & 0xff;
        }
        return end;
    }

    private static void requireGood(Step step) throws IOException {
        if (step instanceof Step.Refused(ChunkedFault fault)) {
            throw new IOException(
                    "the framed body is bad", new FailureException(new Failure.Unacceptable(fault.error())));
        }
    }

    @Override
    public void onReadable(Runnable listener) {
        framed.onReadable(listener);
    }

    @Override
    public void resumeReads() {
        framed.resumeReads();
    }

    @Override
    public void suspendReads() {
        framed.suspendReads();
    }

    @Override
    public void abort() {
        framed.abort();
    }
}
