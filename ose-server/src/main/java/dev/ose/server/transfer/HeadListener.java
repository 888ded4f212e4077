package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Hears the answer to a HEAD. It has no body, but reading that to its end is what gives the connection back. */
public abstract class HeadListener<T> extends AnswerListener<T> {

    /** @param platform who is asked */
    protected HeadListener(Platform platform) {
        super(platform);
    }

    /** Says what the answer is, or that it is none. */
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
