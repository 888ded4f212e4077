package dev.ose.server.transfer;

import java.io.IOException;

/** The outcome of a {@link Pump}: exactly one call, on the I/O thread. */
public interface PumpListener {

    /** Every byte and the end of the body were written to the sink. */
    void finished(long bytes);

    /** The source failed or ended early; the end of the body was not written to the sink. */
    void sourceFailed(IOException cause);

    /** The sink failed; bytes may be left in the source. */
    void sinkFailed(IOException cause);
}
