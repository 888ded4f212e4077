package dev.ose.server.http.framing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.ConduitReadableByteChannel;
import org.xnio.conduits.ReadReadyHandler;
import org.xnio.conduits.StreamSourceConduit;
import org.xnio.ssl.SslConnection;

/**
 * Passes bytes of a connection to the parser, up to the first that the gate refuses. The parser's next read then
 * answers the client, or, within a body, fails and ends the exchange.
 */
public final class FramingConduit extends AbstractStreamSourceConduit<StreamSourceConduit> {

    private final FramingGate gate = new FramingGate();
    private final ConnectionRefusal refusal;
    private final boolean isTls;
    private boolean isResumed;

    private FramingConduit(StreamSourceConduit next, ConnectionRefusal refusal, boolean isTls) {
        super(next);
        this.refusal = refusal;
        this.isTls = isTls;
    }

    /** Puts a gate in front of an unread connection. */
    public static void guard(StreamConnection connection, RefusalHost host) {
        var source = connection.getSourceChannel();
        boolean isTls = connection instanceof SslConnection;
        FramingConduit gated = new FramingConduit(source.getConduit(), new ConnectionRefusal(connection, host), isTls);
        if (!isTls) {
            // With its own handler, Undertow's TLS repeats the read event if the bytes are not taken, and after a
            // hundred times closes the connection ("SSL read loop detected").
            gated.setReadReadyHandler(gated.new WhileResumed(new ReadReadyHandler.ChannelListenerHandler<>(source)));
        }
        source.setConduit(gated);
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        if (gate.fault() != null) {
            return refuse();
        }
        int start = destination.position();
        int bytes = super.read(destination);
        if (bytes <= 0) {
            return bytes;
        }
        int passed = gate.inspect(destination, start, start + bytes) - start;
        if (passed == bytes) {
            return bytes;
        }
        destination.position(start + passed);
        return passed > 0 ? passed : refuse();
    }

    @Override
    public long read(ByteBuffer[] destinations, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            if (destinations[i].hasRemaining()) {
                return read(destinations[i]);
            }
        }
        return 0;
    }

    @Override
    public long transferTo(long position, long count, FileChannel target) throws IOException {
        return target.transferFrom(new ConduitReadableByteChannel(this), position, count);
    }

    @Override
    public long transferTo(long count, ByteBuffer throughBuffer, StreamSinkChannel target) throws IOException {
        return IoUtils.transfer(new ConduitReadableByteChannel(this), count, throughBuffer, target);
    }

    /** The rest of the read bytes was discarded, so the selector may never signal again. */
    @Override
    public void resumeReads() {
        isResumed = true;
        if (gate.fault() != null && !refusal.hasBegun()) {
            super.wakeupReads();
        } else {
            super.resumeReads();
        }
    }

    @Override
    public void wakeupReads() {
        isResumed = true;
        super.wakeupReads();
    }

    /**
     * Suspends only when something arrives, which is rare before the answer: the parser suspends and resumes once per
     * request, and each change of interest is a system call. TLS has its own interest and is suspended at once.
     */
    @Override
    public void suspendReads() {
        isResumed = false;
        if (isTls) {
            super.suspendReads();
        }
    }

    @Override
    public boolean isReadResumed() {
        return isResumed && super.isReadResumed();
    }

    /** As with {@link #resumeReads}: waiting for the socket would wait for discarded bytes. */
    @Override
    public void awaitReadable() throws IOException {
        if (gate.fault() == null) {
            super.awaitReadable();
        }
    }

    @Override
    public void awaitReadable(long time, TimeUnit unit) throws IOException {
        if (gate.fault() == null) {
            super.awaitReadable(time, unit);
        }
    }

    /** Forwards read events while reads are resumed; otherwise suspends the channel. */
    private final class WhileResumed implements ReadReadyHandler {

        private final ReadReadyHandler reader;

        WhileResumed(ReadReadyHandler reader) {
            this.reader = reader;
        }

        @Override
        public void readReady() {
            if (isResumed) {
                reader.readReady();
            } else {
                next.suspendReads();
            }
        }

        @Override
        public void forceTermination() {
            reader.forceTermination();
        }

        @Override
        public void terminated() {
            reader.terminated();
        }
    }

    private int refuse() throws IOException {
        FramingFault fault = gate.fault();
        if (fault == null) {
            throw new IllegalStateException("nothing to refuse");
        }
        if (gate.isInsideBody()) {
            throw new IOException("malformed body: " + fault);
        }
        return refusal.begin(fault, gate.isHead());
    }
}
