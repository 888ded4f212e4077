package dev.ose.server.s3.object;

import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.BodyCheck;
import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The object in a body that is verified. Framing is removed in place, in the buffer. The last byte of the object is
 * withheld until the whole body is verified: the platform, which knows the object's length, cannot commit without it.
 *
 * <p>Reading a bad body fails with an {@link IOException} whose cause is a {@link FailureException}.
 */
final class CheckedSource implements BodySource {

    private static final int NOTHING = -1;

    private final BodySource body;
    private final BodyCheck check;
    private final long objectBytes;
    private long takenBytes;
    private int keptByte = NOTHING;
    private boolean isProven;

    /**
     * @param check must be for an object of {@code objectBytes}
     */
    CheckedSource(BodySource body, BodyCheck check, long objectBytes) {
        this.body = body;
        this.check = check;
        this.objectBytes = objectBytes;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        int start = destination.position();
        while (!isProven && destination.hasRemaining()) {
            int at = destination.position();
            int count = body.read(destination);
            if (count == 0) {
                break;
            }
            if (count < 0) {
                check.finish();
                isProven = true;
            } else {
                destination.position(take(destination, at));
            }
        }
        boolean isAtEnd = isProven && keptByte == NOTHING;
        if (isProven && keptByte != NOTHING && destination.hasRemaining()) {
            destination.put((byte) keptByte);
            keptByte = NOTHING;
        }
        int given = destination.position() - start;
        return given == 0 && isAtEnd ? -1 : given;
    }

    private int take(ByteBuffer buffer, int start) throws IOException {
        int end = check.take(buffer, start);
        takenBytes += end - start;
        if (end > start && takenBytes == objectBytes) {
            end--;
            keptByte = buffer.get(end) & 0xff;
        }
        return end;
    }

    @Override
    public void onReadable(Runnable listener) {
        body.onReadable(listener);
    }

    @Override
    public void resumeReads() {
        body.resumeReads();
    }

    @Override
    public void suspendReads() {
        body.suspendReads();
    }

    @Override
    public void abort() {
        body.abort();
    }
}
