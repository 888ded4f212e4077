package dev.ose.server.http;

import dev.ose.server.transfer.BodySink;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSinkChannel;

/** The body of one answer; the head is sent with its first bytes. */
final class ResponseBody implements BodySink {

    private final UndertowClientExchange owner;
    private final StreamSinkChannel channel;
    private @Nullable Runnable listener;
    private boolean resumed;
    private boolean ending;
    private boolean finished;
    private long sentBytes;

    ResponseBody(UndertowClientExchange owner, StreamSinkChannel channel) {
        this.owner = owner;
        this.channel = channel;
        channel.getWriteSetter().set(writable -> fire());
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        requireOpen();
        try {
            int bytes = channel.write(source);
            sentBytes += bytes;
            return bytes;
        } catch (IOException e) {
            owner.cut();
            throw e;
        }
    }

    @Override
    public boolean finish() throws IOException {
        if (finished) {
            return true;
        }
        requireOpen();
        try {
            if (!ending) {
                ending = true;
                channel.shutdownWrites();
            }
            if (!channel.flush()) {
                return false;
            }
        } catch (IOException e) {
            owner.cut();
            throw e;
        }
        finished = true;
        resumed = false;
        owner.onAnswered();
        return true;
    }

    private void requireOpen() throws IOException {
        if (owner.isOver()) {
            throw new IOException("the exchange is over");
        }
    }

    @Override
    public void onWritable(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public void resumeWrites() {
        resumed = true;
        channel.resumeWrites();
    }

    @Override
    public void suspendWrites() {
        resumed = false;
        if (!finished) {
            channel.suspendWrites();
        }
    }

    @Override
    public void abort() {
        owner.abort();
    }

    private void fire() {
        if (!resumed || listener == null) {
            suspendWrites();
            return;
        }
        owner.guard(listener);
    }

    /** Calls a writer that waits for room, so that it notices the end. */
    void onOver() {
        Runnable writer = listener;
        if (resumed && !finished && writer != null) {
            resumed = false;
            owner.executeOnIoThread(writer);
        }
    }

    boolean isWaiting() {
        return resumed && !finished;
    }

    long sentBytes() {
        return sentBytes;
    }

    /** Sends these bytes and the end of the body; the rest as soon as there is room. */
    void sendWhole(ByteBuffer whole) {
        try {
            while (whole.hasRemaining()) {
                if (write(whole) == 0) {
                    await(whole);
                    return;
                }
            }
            if (!finish()) {
                await(whole);
            }
        } catch (IOException e) {
            owner.cut();
        }
    }

    private void await(ByteBuffer whole) {
        if (listener == null) {
            onWritable(() -> sendWhole(whole));
        }
        resumeWrites();
    }
}
