package dev.ose.server.platform.transport;

import dev.ose.server.runtime.failure.Failure;

/** Receives a connection or a failure: exactly one call, on its I/O thread. */
interface ConnectionCallback {

    void connected(PooledConnection connection);

    /** {@code Busy} or {@code PlatformUnreachable}: nothing was sent. */
    void failed(Failure failure);
}
