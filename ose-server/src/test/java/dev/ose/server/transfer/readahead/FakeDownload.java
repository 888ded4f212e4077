package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FakePool;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.Pump;
import dev.ose.server.transfer.PumpListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One client that downloads from {@link FakeConnections} by a real pump, turn by turn. */
final class FakeDownload implements BodySink, PumpListener {

    static final Platform PLATFORM =
            new Platform(new PlatformId(1), "fake", URI.create("http://127.0.0.1:1"), "r", Set.of(), Set.of());
    /** Bytes that the client takes a turn. */
    int clientBytesPerTurn = 1_000_000;

    final ByteArrayOutputStream received = new ByteArrayOutputStream();
    final FakePool pool;
    private final FakeConnections connections;
    private final BodySource source;
    private final List<Runnable> paused = new ArrayList<>();
    private int room;
    private boolean isResumed;
    private boolean isGone;
    private Runnable listener = () -> {};

    @Nullable
    String outcome;

    FakeDownload(ReadAhead node, FakePool pool, FakeConnections connections, ByteRange span, Object tenant) {
        this.pool = pool;
        this.connections = connections;
        boolean isRanged = span.lengthBytes() < connections.object.length;
        source = node.over(
                connections.first(span, isRanged),
                new ReadAhead.Read(PLATFORM, tenant, span, connections.object.length, new Object()),
                connections,
                (Duration pause, Runnable task) -> paused.add(task));
        new Pump(source, this, FlowGate.open(), pool::lend, this).start();
    }

    /** One turn of everything. */
    void turn() {
        connections.turn();
        turnOfClient();
    }

    /** A turn of the client and its pauses alone. */
    void turnOfClient() {
        pool.nanos += 1_000_000;
        List<Runnable> due = new ArrayList<>(paused);
        paused.clear();
        due.forEach(Runnable::run);
        room = clientBytesPerTurn;
        if (isResumed) {
            listener.run();
        }
    }

    /** Turns until the end. */
    void run() {
        for (int i = 0; outcome == null; i++) {
            turn();
            if (i > 1_000_000) {
                throw new AssertionError("hangs after " + received.size() + " bytes");
            }
        }
        end();
    }

    /** The end of the exchange. */
    void end() {
        source.abort();
    }

    /** The client goes: writes fail, and who waits for one is called. */
    void leave() {
        isGone = true;
        if (isResumed) {
            isResumed = false;
            listener.run();
        }
        outcome = "left";
        end();
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (isGone) {
            throw new IOException("the client is gone");
        }
        int count = Math.min(room, bytes.remaining());
        byte[] taken = new byte[count];
        bytes.get(taken);
        received.writeBytes(taken);
        room -= count;
        return count;
    }

    @Override
    public boolean finish() {
        return true;
    }

    @Override
    public void onWritable(Runnable writable) {
        listener = writable;
    }

    @Override
    public void resumeWrites() {
        isResumed = true;
    }

    @Override
    public void suspendWrites() {
        isResumed = false;
    }

    @Override
    public void abort() {
        throw new AssertionError("the pump does not abort");
    }

    @Override
    public void finished(long bytes) {
        outcome = "finished";
    }

    @Override
    public void sourceFailed(IOException cause) {
        outcome = "broken";
    }

    @Override
    public void sinkFailed(IOException cause) {
        outcome = "sink failed";
    }
}
