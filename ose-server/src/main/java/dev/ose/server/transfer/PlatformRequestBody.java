package dev.ose.server.transfer;

/** The body of a request to a platform. */
public sealed interface PlatformRequestBody {

    /** No body at all. */
    PlatformRequestBody NONE = new None();

    /** No body at all. */
    record None() implements PlatformRequestBody {}

    /** A small body in memory. */
    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared; a copy would cost on the data path.
    record InMemory(byte[] bytes) implements PlatformRequestBody {}

    /**
     * A body that streams through.
     *
     * @param lengthBytes its exact length, or -1 to send it in chunks
     * @param gate holds its end back until it may be committed
     */
    record Streamed(BodySource source, long lengthBytes, FlowGate gate) implements PlatformRequestBody {}
}
