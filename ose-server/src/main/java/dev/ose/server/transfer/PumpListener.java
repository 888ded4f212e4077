package dev.ose.server.transfer;

import java.io.IOException;

/** Told on the I/O thread, exactly once, how a {@link Pump} ended. */
public interface PumpListener {

    /** Every byte and the end of the body left through the sink. */
    void finished(long bytes);

    /** The source broke or ended early; the sink has not seen the end of the body. */
    void sourceFailed(IOException cause);

    /** The sink broke; bytes may be left in the source. */
    void sinkFailed(IOException cause);
}
