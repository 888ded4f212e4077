package dev.ose.server.transfer;

/** Sends requests to platforms, signed with the key in the request, and streams both bodies. Never blocks. */
public interface PlatformTransport {

    /**
     * Sends the request. Must be called on the I/O thread of the body and the listener.
     *
     * @param listener called on the same thread, exactly once, with the answer or the failure
     */
    PlatformCall send(PlatformRequest request, PlatformListener listener);
}
