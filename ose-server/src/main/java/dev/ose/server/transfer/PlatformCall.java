package dev.ose.server.transfer;

/** A request in progress to a platform. Confined to its I/O thread. */
public interface PlatformCall {

    /**
     * Closes the connection, so that an incomplete body is never taken for a complete one. The listener is not called.
     * Does nothing once the answer has been read to its end.
     */
    void abort();
}
