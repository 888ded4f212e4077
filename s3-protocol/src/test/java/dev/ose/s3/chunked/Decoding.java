package dev.ose.s3.chunked;

import dev.ose.s3.chunked.ChunkedDecoder.Step;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The result of decoding a body in pieces. */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
record Decoding(byte[] payload, @Nullable ChunkedFault fault) {

    /** Feeds the body in one piece. */
    static Decoding whole(ChunkedDecoder decoder, byte[] wire) {
        return inPieces(decoder, wire, ignored -> wire.length);
    }

    static Decoding byteByByte(ChunkedDecoder decoder, byte[] wire) {
        return inPieces(decoder, wire, ignored -> 1);
    }

    /** Feeds pieces of random sizes, mostly small ones. */
    static Decoding inRandomPieces(ChunkedDecoder decoder, byte[] wire, long seed) {
        return inPieces(
                decoder, wire, random -> random.nextInt(5) == 0 ? random.nextInt(9000) : random.nextInt(40), seed);
    }

    private static Decoding inPieces(ChunkedDecoder decoder, byte[] wire, Sizes sizes) {
        return inPieces(decoder, wire, sizes, 0);
    }

    private static Decoding inPieces(ChunkedDecoder decoder, byte[] wire, Sizes sizes, long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        int start = 0;
        while (start < wire.length) {
            int count = Math.min(sizes.next(random), wire.length - start);
            // A buffer that is too large and starts anywhere, as a pooled one does.
            ByteBuffer piece = ByteBuffer.allocateDirect(count + 7);
            piece.put(3, wire, start, count).position(3).limit(3 + count);
            Step last = drain(decoder, piece, payload);
            if (last instanceof Step.Refused refused) {
                return new Decoding(payload.toByteArray(), refused.fault());
            }
            start += count;
        }
        return switch (decoder.finish()) {
            case Step.Refused(ChunkedFault fault) -> new Decoding(payload.toByteArray(), fault);
            case Step.Complete _ -> new Decoding(payload.toByteArray(), null);
            case Step.Payload _, Step.Starved _ -> throw new AssertionError("a body without an end");
        };
    }

    private static Step drain(ChunkedDecoder decoder, ByteBuffer piece, ByteArrayOutputStream payload) {
        Step step = decoder.next(piece);
        while (step instanceof Step.Payload(ByteBuffer bytes)) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            payload.writeBytes(copy);
            step = decoder.next(piece);
        }
        return step;
    }

    @FunctionalInterface
    private interface Sizes {

        int next(Random random);
    }
}
