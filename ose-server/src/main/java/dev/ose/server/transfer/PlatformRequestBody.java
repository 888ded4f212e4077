package dev.ose.server.transfer;

/** The body of a request to a platform. */
public sealed interface PlatformRequestBody {

    /** No body. */
    PlatformRequestBody NONE = new None();

    /** No body. */
    record None() implements PlatformRequestBody {}

    /** A small body in memory. */
    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared; a copy would cost on the data path.
    record InMemory(byte[] bytes) implements PlatformRequestBody {}

    /**
     * A streamed body.
     *
     * @param lengthBytes its exact length, or -1 for chunked transfer coding
     * @param gate withholds its end until the request may take effect
     */
    record Streamed(BodySource source, long lengthBytes, FlowGate gate) implements PlatformRequestBody {}
}
