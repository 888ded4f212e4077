package dev.ose.server.transfer;

import dev.ose.server.runtime.failure.Failure;
import java.io.IOException;

/** Told on the I/O thread, exactly once, what a platform said or that it did not. */
public interface PlatformListener {

    /** The head of the answer is here; its body waits to be read. The request's body may not have been sent whole. */
    void responded(PlatformResponse response);

    /**
     * No answer will come: {@code Busy} and {@code PlatformUnreachable} if nothing was done, {@code OutcomeUnknown} if
     * the platform may have acted, {@code Internal} if the request is one that must not be sent, and was not.
     */
    void failed(Failure failure);

    /** The client's body broke or ended early; the platform's connection was cut, so it cannot have taken the body. */
    void bodyFailed(IOException cause);
}
