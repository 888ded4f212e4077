package dev.ose.server.transfer.xnio;

import dev.ose.server.transfer.BodySink;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.channels.StreamSinkChannel;

/** Writes a body to a channel. */
public final class ChannelSink implements BodySink {

    private final StreamSinkChannel channel;
    private final Runnable cut;

    /** @param cut closes the whole connection that the channel belongs to */
    public ChannelSink(StreamSinkChannel channel, Runnable cut) {
        this.channel = channel;
        this.cut = cut;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    @Override
    public boolean finish() throws IOException {
        channel.shutdownWrites();
        return channel.flush();
    }

    @Override
    public void onWritable(Runnable listener) {
        channel.getWriteSetter().set(ready -> listener.run());
    }

    @Override
    public void resumeWrites() {
        channel.resumeWrites();
    }

    @Override
    public void suspendWrites() {
        channel.suspendWrites();
    }

    @Override
    public void abort() {
        cut.run();
    }
}
