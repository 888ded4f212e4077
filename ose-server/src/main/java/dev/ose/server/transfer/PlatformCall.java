package dev.ose.server.transfer;

/** A request on its way to a platform. Confined to its I/O thread. */
public interface PlatformCall {

    /**
     * Cuts the connection, so that a body not yet complete is never taken for a whole one. The listener is not told.
     * Does nothing once the answer has been read to its end.
     */
    void abort();
}
