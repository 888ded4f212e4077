package dev.ose.server.http.framing;

import io.undertow.connector.ByteBufferPool;
import java.time.Duration;

/** The services of the worker for the refusal of a connection. Safe for use by its I/O threads. */
public interface RefusalHost {

    /** Counts a connection that was refused. */
    void countRefusal();

    /** For how long a refused connection is read on, so that a reset does not discard the answer. */
    Duration linger();

    ByteBufferPool bufferPool();
}
