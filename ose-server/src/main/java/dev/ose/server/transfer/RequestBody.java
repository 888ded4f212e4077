package dev.ose.server.transfer;

/** The body of a request to a platform. */
public sealed interface RequestBody {

    /** No body at all. */
    RequestBody NONE = new None();

    /** No body at all. */
    record None() implements RequestBody {}

    /** A small body in memory. */
    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared; a copy would cost on the data path.
    record InMemory(byte[] bytes) implements RequestBody {}

    /**
     * A body that streams through.
     *
     * @param lengthBytes its exact length, or -1 to send it in chunks
     * @param gate holds its end back until it may be committed
     */
    record Streamed(BodySource source, long lengthBytes, Gate gate) implements RequestBody {}
}
