package dev.ose.benchmarks;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import tlschannel.ClientTlsChannel;
import tlschannel.NeedsReadException;
import tlschannel.NeedsWriteException;
import tlschannel.TlsChannel;

/** A client's connection, plain or TLS. What cannot be done without waiting moves 0 bytes. */
interface TlsLink extends Closeable {

    /** Reads what has arrived; -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /**
     * Writes what fits.
     *
     * @return whether everything has gone; else this has to be called again, though the buffers may be empty by now
     */
    boolean write(ByteBuffer[] buffers) throws IOException;

    /** Whether there may be buffered bytes that a selector does not signal. */
    boolean mayHoldMore();

    /** A link over a connection that still blocks, its handshake done; without trust it is plain. */
    static TlsLink over(SocketChannel channel, @Nullable SSLContext trust) throws IOException {
        if (trust == null) {
            return new Plain(channel, channel);
        }
        SSLEngine engine = trust.createSSLEngine();
        engine.setUseClientMode(true);
        TlsChannel tls = ClientTlsChannel.newBuilder(channel, engine).build();
        tls.handshake();
        return new Secured(tls);
    }

    /** Plain HTTP; both are the same channel. */
    record Plain(ReadableByteChannel in, GatheringByteChannel out) implements TlsLink {

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            return in.read(buffer);
        }

        @Override
        public boolean write(ByteBuffer[] buffers) throws IOException {
            out.write(buffers);
            return !buffers[buffers.length - 1].hasRemaining();
        }

        @Override
        public boolean mayHoldMore() {
            return false;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** HTTP over TLS. */
    record Secured(TlsChannel channel) implements TlsLink {

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            try {
                return channel.read(buffer);
            } catch (NeedsReadException | NeedsWriteException later) {
                return 0;
            }
        }

        @Override
        public boolean write(ByteBuffer[] buffers) throws IOException {
            try {
                channel.write(buffers);
                return true;
            } catch (NeedsReadException | NeedsWriteException later) {
                return false;
            }
        }

        @Override
        public boolean mayHoldMore() {
            return true;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
