package dev.ose.server.platform.transport;

import dev.ose.server.transfer.BodySink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A sink towards a platform that records waits for it. */
final class WaitingSink implements BodySink {

    private final BodySink sink;
    private final StallTimer wait;

    WaitingSink(BodySink sink, StallTimer wait) {
        this.sink = sink;
        this.wait = wait;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return sink.write(source);
    }

    @Override
    public boolean finish() throws IOException {
        return sink.finish();
    }

    @Override
    public void onWritable(Runnable listener) {
        sink.onWritable(() -> {
            wait.end();
            listener.run();
        });
    }

    @Override
    public void resumeWrites() {
        wait.begin();
        sink.resumeWrites();
    }

    @Override
    public void suspendWrites() {
        wait.end();
        sink.suspendWrites();
    }

    @Override
    public void abort() {
        sink.abort();
    }
}
