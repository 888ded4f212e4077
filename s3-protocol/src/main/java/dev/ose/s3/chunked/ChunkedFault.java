package dev.ose.s3.chunked;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;

/** A defect of a framed body. */
public sealed interface ChunkedFault {

    /** The framing cannot be read, or ended before its end. */
    record BrokenFraming() implements ChunkedFault {}

    /** The chunks hold more or fewer bytes than {@code x-amz-decoded-content-length} states. */
    record WrongLength(long expectedBytes, long providedBytes) implements ChunkedFault {}

    /**
     * A chunk other than the last is smaller than S3 allows.
     *
     * @param ordinal the chunk at which that was noticed, counted from one: the one after the small one
     */
    record ChunkTooSmall(int ordinal, long sizeBytes) implements ChunkedFault {}

    /** The signature of a chunk or of the trailer is not the one that follows from the request's. */
    record WrongSignature() implements ChunkedFault {}

    /** The trailer is malformed, missing, or not the one that {@code x-amz-trailer} announced. */
    record BadTrailer() implements ChunkedFault {}

    /** The value in the trailer cannot be a checksum of this algorithm. */
    record UnreadableChecksum(ChecksumAlgorithm algorithm) implements ChunkedFault {}

    /** The body does not have the checksum that its trailer states. */
    record WrongChecksum(ChecksumAlgorithm algorithm) implements ChunkedFault {}

    /** S3's error for the fault, with the text of AWS. */
    default S3Error error() {
        return switch (this) {
            case BrokenFraming _ -> incomplete();
            case WrongLength(long expected, long provided) ->
                incomplete()
                        .with("NumberBytesExpected", Long.toString(expected))
                        .with("NumberBytesProvided", Long.toString(provided));
            case ChunkTooSmall(int ordinal, long size) ->
                S3Error.of(S3ErrorCode.INVALID_CHUNK_SIZE_ERROR)
                        .with("Chunk", Integer.toString(ordinal))
                        .with("BadChunkSize", Long.toString(size));
            case WrongSignature _ -> S3Error.of(S3ErrorCode.SIGNATURE_DOES_NOT_MATCH);
            case BadTrailer _ -> S3Error.of(S3ErrorCode.MALFORMED_TRAILER_ERROR);
            case UnreadableChecksum(ChecksumAlgorithm algorithm) ->
                S3Error.of(
                        S3ErrorCode.INVALID_REQUEST,
                        "Value for " + algorithm.header() + " trailing header is invalid.");
            case WrongChecksum(ChecksumAlgorithm algorithm) ->
                S3Error.of(
                        S3ErrorCode.BAD_DIGEST,
                        "The " + algorithm + " you specified did not match the calculated checksum.");
        };
    }

    private static S3Error incomplete() {
        return S3Error.of(S3ErrorCode.INCOMPLETE_BODY, "The request body terminated unexpectedly");
    }
}
