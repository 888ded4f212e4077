package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives the answer to a HEAD. It reads the empty body, which returns the connection to its pool. */
public abstract class HeadListener<T> extends AnswerListener<T> {

    /** @param platform the recipient of the request */
    protected HeadListener(Platform platform) {
        super(platform);
    }

    /** Completes or fails the answer. */
    protected abstract void answered(PlatformResponse head);

    @Override
    public final void responded(PlatformResponse response) {
        try {
            response.body().read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            unreachable();
            return;
        }
        answered(response);
    }
}
