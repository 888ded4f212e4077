package dev.ose.server.transfer;

/**
 * Sends requests to platforms, signed with the key of the user they are for, and streams both bodies. Never blocks.
 */
public interface PlatformTransport {

    /**
     * Sends the request. Must be called on the I/O thread that the body and the listener belong to.
     *
     * @param listener told on the same thread, exactly once, of the answer or of the failure
     */
    PlatformCall send(PlatformRequest request, PlatformListener listener);
}
