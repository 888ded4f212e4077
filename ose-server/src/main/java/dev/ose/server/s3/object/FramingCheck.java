package dev.ose.server.s3.object;

import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ChunkedDecoder.Step;
import dev.ose.s3.chunked.ChunkedFault;
import dev.ose.server.s3.relay.BodyCheck;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Removes the framing of a body and verifies its chunk signatures and its trailer. */
final class FramingCheck implements BodyCheck {

    private final ChunkedDecoder decoder;

    FramingCheck(ChunkedDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public int take(ByteBuffer buffer, int start) throws IOException {
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
        return end;
    }

    @Override
    public void finish() throws IOException {
        requireGood(decoder.finish());
    }

    private static void requireGood(Step step) throws IOException {
        if (step instanceof Step.Refused(ChunkedFault fault)) {
            throw BodyCheck.bad(fault.error());
        }
    }
}
