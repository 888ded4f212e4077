package dev.ose.server.transfer;

import dev.ose.server.runtime.failure.Failure;
import java.io.IOException;

/** Receives a platform's answer or a failure: exactly one call, on the I/O thread. */
public interface PlatformListener {

    /**
     * The head of the answer has arrived; its body is to be read. The request's body may not have been sent completely.
     */
    void responded(PlatformResponse response);

    /**
     * There is no answer: {@code Busy} and {@code PlatformUnreachable} if nothing was done, {@code OutcomeUnknown} if
     * the platform may have acted, {@code Internal} if the request is invalid and was not sent.
     */
    void failed(Failure failure);

    /**
     * The client's body failed or ended early; the platform's connection was closed, so it cannot have accepted the
     * body.
     */
    void bodyFailed(IOException cause);
}
