package dev.ose.server.transfer.split;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.PartBuffer;
import dev.ose.server.transfer.Pauses;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One body on its way to the platform in parts. The client is read into one part at a time, which is sent
 * once it is full, while the next one is read beside it. So a client that is slower than one connection has one part
 * under way, and a faster one as many as the settings and the memory permit. While no further part may begin,
 * the client is not read, which is the back-pressure. Confined to one I/O thread.
 */
public final class SplitUpload extends SplitTransfer {

    /** Read before other connections of the thread are served. */
    private static final int YIELD_BYTES = 64 * 1024;

    /** Before another look for a buffer of the pool. */
    private static final Duration BUFFER_PAUSE = Duration.ofMillis(50);

    /** In a row: half a minute, in which other transfers have returned theirs or were ended. */
    private static final int MAX_BUFFER_PAUSES = 600;

    private final UploadSplit node;
    private final UploadSplit.Body body;
    private final FairBudget.Lease memory;
    private final PartRequests requests;
    private final ByteBuffer behindTheEnd = ByteBuffer.allocate(1);
    private @Nullable BufferedPart filling;
    private long assignedBytes;
    private int bufferPauses;

    private boolean isFilling;
    private boolean isPaused;
    private boolean isRead;

    SplitUpload(
            UploadSplit node,
            UploadSplit.Body body,
            FairBudget.Lease memory,
            PartRequests requests,
            Pauses later,
            Consumer<SplitOutcome> end) {
        super(node.counters(), UploadSplit.FIRST_PARTS, node.buffers(), body.platform(), later, end);
        this.node = node;
        this.body = body;
        this.memory = memory;
        this.requests = requests;
    }

    @Override
    public void start() {
        body.source().onReadable(this::fill);
        fill();
    }

    @Override
    void stop() {
        body.source().suspendReads();
    }

    private void fill() {
        if (isFilling || isOver() || isRead) {
            return;
        }
        isFilling = true;
        try {
            fillParts();
        } catch (IOException e) {
            fail(new SplitOutcome.BodyFailed(e));
        } finally {
            isFilling = false;
        }
    }

    private void fillParts() throws IOException {
        int moved = 0;
        while (!isOver() && moved < YIELD_BYTES) {
            BufferedPart part = filling == null ? next() : filling;
            if (part == null) {
                awaitRoomOrEnd();
                return;
            }
            filling = part;
            int read = part.fill(body.source());
            if (read == PartBuffer.NO_BUFFER) {
                body.source().suspendReads();
                awaitBuffer();
                return;
            }
            if (read < 0) {
                throw new EOFException("the body ended early");
            }
            if (read == 0) {
                body.source().resumeReads();
                return;
            }
            moved += read;
            bufferPauses = 0;
            if (part.isFull()) {
                filling = null;
                part.startFull();
            }
        }
        if (!isOver()) {
            body.source().resumeReads();
        }
    }

    private void awaitBuffer() {
        if (bufferPauses == MAX_BUFFER_PAUSES) {
            fail(new SplitOutcome.Failed(new Failure.Busy(Duration.ofSeconds(1))));
        } else if (!isPaused) {
            isPaused = true;
            bufferPauses++;
            later(BUFFER_PAUSE, () -> {
                isPaused = false;
                fill();
            });
        }
    }

    /** The next part; null if all were begun, or no further one may begin now. */
    private @Nullable BufferedPart next() {
        if (assignedBytes == body.lengthBytes() || !isRoom(node.settings().streams())) {
            return null;
        }
        long length = Math.min(node.settings().partBytes(), body.lengthBytes() - assignedBytes);
        BufferedPart part = new BufferedPart(this, requests, nextNumber(), length, new PartBuffer(buffers()));
        assignedBytes += length;
        begin(part);
        return part;
    }

    /** Only the end of the body proves that it is what was stated of it. */
    private void awaitRoomOrEnd() throws IOException {
        if (assignedBytes < body.lengthBytes()) {
            body.source().suspendReads();
            return;
        }
        behindTheEnd.clear();
        int read = body.source().read(behindTheEnd);
        if (read > 0) {
            throw new IOException("the body is longer than stated");
        }
        if (read == 0) {
            body.source().resumeReads();
            return;
        }
        isRead = true;
        body.source().suspendReads();
        endIfStored();
    }

    @Override
    boolean borrow() {
        return memory.take(node.settings().partBytes());
    }

    @Override
    public void stored(SplitPart part) {
        super.stored(part);
        boolean isSurplus = leased() > UploadSplit.FIRST_PARTS || assignedBytes == body.lengthBytes();
        if (isSurplus && leased() > unconfirmed()) {
            memory.giveBack(node.settings().partBytes());
            gaveBack();
        }
        if (isRead) {
            endIfStored();
        } else if (filling == null) {
            fill();
        }
    }
}
