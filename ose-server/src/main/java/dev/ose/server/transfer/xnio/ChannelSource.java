package dev.ose.server.transfer.xnio;

import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.channels.StreamSourceChannel;

/** Reads a body from a channel. */
public final class ChannelSource implements BodySource {

    private final StreamSourceChannel channel;
    private final Runnable cut;

    /** @param cut closes the whole connection that the channel belongs to */
    public ChannelSource(StreamSourceChannel channel, Runnable cut) {
        this.channel = channel;
        this.cut = cut;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        return channel.read(destination);
    }

    @Override
    public void onReadable(Runnable listener) {
        channel.getReadSetter().set(ready -> listener.run());
    }

    @Override
    public void resumeReads() {
        channel.resumeReads();
    }

    @Override
    public void suspendReads() {
        channel.suspendReads();
    }

    @Override
    public void abort() {
        cut.run();
    }
}
