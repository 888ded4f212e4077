package dev.ose.s3.chunked;

import dev.ose.s3.sigv4.ChunkSignatures;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the framing off a body: chunks, each behind a line with its size and perhaps its signature, an empty chunk, and
 * perhaps a trailer. Fed with pieces of any size, it gives the payload out as slices of what it was fed, without a
 * copy, so a chunk's bytes leave before its signature has come: the code that stores them must not commit before {@link
 * Step.Complete}. Only the last piece of a chunk waits for the chunk's signature. Not thread-safe.
 *
 * <p>There is no upper bound on a chunk, since none is kept: some SDKs send a whole object in one.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Chunked uploads</a>
 */
public final class ChunkedDecoder {

    /** The smallest chunk that S3 takes, but for the last one. */
    public static final int MIN_CHUNK_BYTES = 8192;

    /** The bytes that minio-go sends after the line that ends an unsigned trailer. */
    private static final byte[] EPILOGUE = {'\r', '\n'};

    private static final Step STARVED = new Step.Starved();
    private static final Step COMPLETE = new Step.Complete();

    private final long payloadBytes;
    private final @Nullable ChunkSignatures signatures;
    private final @Nullable TrailingChecksum checksum;
    private final Trailer trailer;
    private final FramingLine line = new FramingLine();
    private State state = State.HEADER;
    private @Nullable Step end;
    private long givenBytes;
    private long leftInChunk;
    private long chunkBytes = MIN_CHUNK_BYTES;
    private int chunks;
    private int epilogueBytes;
    private @Nullable String signature;

    private enum State {
        HEADER,
        DATA,
        DATA_END,
        TRAILER
    }

    /** The result of decoding a piece of the body. */
    public sealed interface Step {

        /** Bytes of the payload: a slice that shares memory with what was fed. More may come of the same piece. */
        record Payload(ByteBuffer bytes) implements Step {}

        /** The piece is used up. */
        record Starved() implements Step {}

        /** The body is complete; signatures, length and trailer are valid. */
        record Complete() implements Step {}

        /** The body must not be used; every later step is the same. */
        record Refused(ChunkedFault fault) implements Step {}
    }

    /**
     * @param payloadBytes how long the payload has to be, {@code x-amz-decoded-content-length}
     * @param signatures signs the chunks; null if they must not be trusted for being signed
     * @param checksum what the trailer will state; null if no trailer was announced
     */
    public ChunkedDecoder(
            long payloadBytes, @Nullable ChunkSignatures signatures, @Nullable TrailingChecksum checksum) {
        this.payloadBytes = payloadBytes;
        this.signatures = signatures;
        this.checksum = checksum;
        this.trailer = new Trailer(checksum, signatures);
    }

    /** Takes from the piece's position on; call it again with the same piece until it is starved. */
    public Step next(ByteBuffer piece) {
        if (end != null) {
            return end instanceof Step.Complete ? epilogue(piece) : end;
        }
        try {
            return step(piece);
        } catch (Fault e) {
            return refuse(e.fault());
        }
    }

    /** Ends the input: the body is complete or refused. */
    public Step finish() {
        if (end != null) {
            return epilogueBytes % EPILOGUE.length == 0 ? end : refuse(new ChunkedFault.BrokenFraming());
        }
        boolean lacksTrailer = state == State.TRAILER && checksum != null;
        return refuse(lacksTrailer ? new ChunkedFault.BadTrailer() : new ChunkedFault.BrokenFraming());
    }

    private Step step(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            if (state == State.DATA) {
                return new Step.Payload(takeData(piece));
            }
            String taken = line.take(piece);
            if (taken != null && takeLine(taken)) {
                end = COMPLETE;
                return epilogue(piece);
            }
        }
        return STARVED;
    }

    /**
     * Handles bytes after the end. One more empty line is accepted after an unsigned trailer: HTTP delimits the body,
     * so it cannot become part of the next request.
     */
    private Step epilogue(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            boolean mayFollow = checksum != null && signatures == null && epilogueBytes < EPILOGUE.length;
            if (!mayFollow || piece.get() != EPILOGUE[epilogueBytes]) {
                return refuse(new ChunkedFault.BrokenFraming());
            }
            epilogueBytes++;
        }
        return COMPLETE;
    }

    private ByteBuffer takeData(ByteBuffer piece) {
        int count = (int) Math.min(piece.remaining(), leftInChunk);
        ByteBuffer data = piece.slice(piece.position(), count);
        piece.position(piece.position() + count);
        leftInChunk -= count;
        givenBytes += count;
        if (signatures != null) {
            signatures.update(data);
        }
        if (checksum != null) {
            checksum.update(data);
        }
        if (leftInChunk == 0) {
            verifyChunk();
            state = State.DATA_END;
        }
        return data;
    }

    /** Whether the body ended with this line. */
    private boolean takeLine(String taken) {
        return switch (state) {
            case HEADER -> {
                begin(ChunkHeader.parse(taken));
                yield false;
            }
            case DATA_END -> {
                if (!taken.equals("\r")) {
                    throw new Fault(new ChunkedFault.BrokenFraming());
                }
                state = State.HEADER;
                yield false;
            }
            case TRAILER -> trailer.take(taken);
            case DATA -> throw new IllegalStateException("a line among the data");
        };
    }

    private void begin(ChunkHeader header) {
        long size = header.sizeBytes();
        chunks++;
        if (size > payloadBytes - givenBytes) {
            throw new Fault(new ChunkedFault.WrongLength(payloadBytes, givenBytes + size));
        }
        if (size > 0 && chunkBytes < MIN_CHUNK_BYTES) {
            throw new Fault(new ChunkedFault.ChunkTooSmall(chunks, chunkBytes));
        }
        chunkBytes = size;
        leftInChunk = size;
        signature = header.signature();
        state = State.DATA;
        if (size == 0) {
            verifyChunk();
            if (givenBytes != payloadBytes) {
                throw new Fault(new ChunkedFault.WrongLength(payloadBytes, givenBytes));
            }
            state = State.TRAILER;
        }
    }

    private void verifyChunk() {
        if (signatures != null && (signature == null || !signatures.acceptsChunk(signature))) {
            throw new Fault(new ChunkedFault.WrongSignature());
        }
    }

    private Step refuse(ChunkedFault fault) {
        end = new Step.Refused(fault);
        return end;
    }
}
