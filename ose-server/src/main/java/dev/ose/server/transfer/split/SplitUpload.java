package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PartBuffer;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.SmallBody;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One body on its way to the platform in parts. The client is read into one part at a time, which is sent
 * once it is full, while the next one is read beside it. So a client that is slower than one connection has one part
 * under way, and a faster one as many as the settings and the memory permit. While no further part may begin,
 * the client is not read, which is the back-pressure. Confined to one I/O thread.
 */
public final class SplitUpload implements SplitPart.Owner {

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
    private final Pauses later;
    private final Consumer<SplitOutcome> end;
    private final Failure unreachable;
    private final List<SplitPart> parts = new ArrayList<>();
    private final Set<SplitPart> unconfirmed = new HashSet<>();
    private final ByteBuffer behindTheEnd = ByteBuffer.allocate(1);
    private @Nullable SplitPart filling;
    private long assignedBytes;
    /** Parts for which memory is borrowed. */
    private int leased = UploadSplit.FIRST_PARTS;

    private int bufferPauses;

    private boolean isFilling;
    private boolean isPaused;
    private boolean isRead;
    private boolean isOver;

    SplitUpload(
            UploadSplit node,
            UploadSplit.Body body,
            FairBudget.Lease memory,
            PartRequests requests,
            Pauses later,
            Consumer<SplitOutcome> end) {
        this.node = node;
        this.body = body;
        this.memory = memory;
        this.requests = requests;
        this.later = later;
        this.end = end;
        this.unreachable = new Failure.PlatformUnreachable(body.platform());
    }

    /** Starts reading the body. Call on the I/O thread. */
    public void start() {
        body.source().onReadable(this::fill);
        fill();
    }

    /** Whether the platform may store a part yet, or has stored one without a confirmation. Call at the end. */
    public boolean isInDoubt() {
        return parts.stream().anyMatch(SplitPart::isInDoubt);
    }

    /** Ends all requests and returns the memory, without a call of the listener. Does nothing after the end. */
    public void abort() {
        if (!isOver) {
            isOver = true;
            body.source().suspendReads();
            List.copyOf(unconfirmed).forEach(SplitPart::abort);
        }
    }

    private void fail(SplitOutcome why) {
        if (!isOver) {
            abort();
            end.accept(why);
        }
    }

    private void fill() {
        if (isFilling || isOver || isRead) {
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
        while (!isOver && moved < YIELD_BYTES) {
            SplitPart part = filling == null ? next() : filling;
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
                part.start();
            }
        }
        if (!isOver) {
            body.source().resumeReads();
        }
    }

    private void awaitBuffer() {
        if (bufferPauses == MAX_BUFFER_PAUSES) {
            fail(new SplitOutcome.Failed(new Failure.Busy(Duration.ofSeconds(1))));
        } else if (!isPaused) {
            isPaused = true;
            bufferPauses++;
            later.run(BUFFER_PAUSE, () -> {
                isPaused = false;
                fill();
            });
        }
    }

    /** The next part; null if all were begun, or no further one may begin now. */
    private @Nullable SplitPart next() {
        if (assignedBytes == body.lengthBytes() || !isRoom()) {
            return null;
        }
        long length = Math.min(node.settings().partBytes(), body.lengthBytes() - assignedBytes);
        SplitPart part = new SplitPart(this, new PartNumber(parts.size() + 1), length);
        assignedBytes += length;
        parts.add(part);
        unconfirmed.add(part);
        return part;
    }

    private boolean isRoom() {
        if (unconfirmed.size() < leased) {
            return true;
        }
        if (leased < node.settings().streams() && memory.take(node.settings().partBytes())) {
            leased++;
            return true;
        }
        return false;
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

    private void endIfStored() {
        if (isRead && unconfirmed.isEmpty() && !isOver) {
            isOver = true;
            List<ETag> tags = parts.stream().map(SplitPart::tag).toList();
            Set<PartNumber> inDoubt = parts.stream()
                    .filter(SplitPart::isInDoubt)
                    .map(SplitPart::number)
                    .collect(Collectors.toUnmodifiableSet());
            end.accept(new SplitOutcome.Stored(tags, inDoubt));
        }
    }

    @Override
    public PlatformCall send(PartRequests.Part part, BodySource source, PlatformListener listener) {
        return requests.send(part, source, listener);
    }

    @Override
    public void stored(SplitPart part) {
        unconfirmed.remove(part);
        boolean isSurplus = leased > UploadSplit.FIRST_PARTS || assignedBytes == body.lengthBytes();
        if (isSurplus && leased > unconfirmed.size()) {
            memory.giveBack(node.settings().partBytes());
            leased--;
        }
        if (isRead) {
            endIfStored();
        } else if (filling == null) {
            fill();
        }
    }

    @Override
    public void lost(SplitOutcome why) {
        fail(why);
    }

    @Override
    public PartBuffer newBuffer() {
        return new PartBuffer(node.buffers());
    }

    @Override
    public SplitCounters counters() {
        return node.counters();
    }

    @Override
    public void read(BodySource document, int maximumBytes, SmallBody.Reader reader) {
        SmallBody.read(document, node.buffers(), maximumBytes, reader);
    }

    @Override
    public void later(Duration pause, Runnable task) {
        later.run(pause, task);
    }

    @Override
    public Failure unreachable() {
        return unreachable;
    }
}
