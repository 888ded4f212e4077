package dev.ose.server.http;

import dev.ose.server.transfer.BodySink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The sink of an answer whose connection is closed. */
final class ClosedSink implements BodySink {

    @Override
    public int write(ByteBuffer source) throws IOException {
        throw gone();
    }

    @Override
    public boolean finish() throws IOException {
        throw gone();
    }

    private static IOException gone() {
        return new IOException("the client is gone or was answered already");
    }

    @Override
    public void onWritable(Runnable listener) {}

    @Override
    public void resumeWrites() {}

    @Override
    public void suspendWrites() {}

    @Override
    public void abort() {}
}
