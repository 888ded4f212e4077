package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PartBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The body of one answer, most of which may be fetched by ranged reads ahead of its client. It begins as the body of
 * the client's own request, and is nothing else as long as its client is not held up by it. Bytes come in order and
 * from one version: a part whose platform does not show that version is given up for the stream that is still open, or
 * breaks the answer off. Confined to one I/O thread.
 *
 * <p>The parts are contiguous. The first is being delivered; the last may be the rest of the answer as one stream,
 * from which the window may open again.
 */
public final class ReadAheadSource implements BodySource, AheadPart.Fetching {

    private final ReadAhead node;
    private final ReadAhead.Reader reader;
    private final VersionPin version;
    private final ReadAheadWindow window;
    private final long partBytes;
    private final ArrayDeque<AheadPart> parts = new ArrayDeque<>();
    private final long end;
    private long position;
    private long starvedSinceNanos;
    private boolean isStarved;
    private boolean isReading;
    private boolean isResumed;
    private boolean isGivenUp;
    private boolean isOver;
    private @Nullable IOException broken;
    private Runnable listener = () -> {};

    ReadAheadSource(ReadAhead node, ReadAhead.Reader reader, VersionPin version, ByteRange span, BodySource first) {
        this.node = node;
        this.reader = reader;
        this.version = version;
        this.partBytes = node.settings().partBytes();
        this.window = new ReadAheadWindow(node.settings().streams(), partBytes, node.nanos());
        this.position = span.first();
        this.end = span.last() + 1;
        parts.add(AheadPart.first(this, first, position, end));
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        if (isReading) {
            throw new IllegalStateException("read within a read");
        }
        isReading = true;
        try {
            int read = next(destination);
            account(read);
            return read;
        } catch (IOException e) {
            broken = e;
            close();
            throw e;
        } finally {
            isReading = false;
        }
    }

    private int next(ByteBuffer destination) throws IOException {
        while (true) {
            requireWhole();
            if (isOver) {
                return -1;
            }
            AheadPart current = parts.getFirst();
            if (position == current.end()) {
                pass(current);
                continue;
            }
            int limit = destination.limit();
            destination.limit(
                    destination.position() + (int) Math.min(destination.remaining(), current.end() - position));
            int read = current.read(destination);
            destination.limit(limit);
            requireWhole();
            return read;
        }
    }

    private void requireWhole() throws IOException {
        IOException cause = broken;
        if (cause != null) {
            throw cause;
        }
    }

    /** Goes on to the next part, or past it with the stream that is still open if the platform has not answered yet. */
    private void pass(AheadPart current) {
        if (parts.size() > 1 && current.flowsTo(end)) {
            Iterator<AheadPart> following = parts.iterator();
            following.next();
            AheadPart next = following.next();
            if (!next.isVerified()) {
                following.remove();
                current.endAt(parts.size() == 1 ? end : next.end());
                drop(next);
                return;
            }
        }
        current.settle();
        drop(parts.removeFirst());
        if (parts.isEmpty()) {
            isOver = true;
            return;
        }
        parts.getFirst().becomeCurrent();
        plan();
    }

    /** Ends a part and gives its memory back. */
    private void drop(AheadPart part) {
        part.abort();
        if (part.isAhead()) {
            reader.memory().giveBack(partBytes);
        }
    }

    private void account(int read) {
        if (read > 0) {
            long now = node.nanos();
            position += read;
            long starved = isStarved ? now - starvedSinceNanos : 0;
            isStarved = false;
            if (window.delivered(read, starved, now)) {
                plan();
            }
        } else if (read == 0) {
            starve();
        }
    }

    /** The client waits from now on, if it does not yet. */
    private void starve() {
        if (!isStarved) {
            isStarved = true;
            starvedSinceNanos = node.nanos();
        }
    }

    /** Asks for as many parts as the window and the memory permit. */
    private void plan() {
        if (isGivenUp || isOver || broken != null) {
            return;
        }
        if (window.ahead() > 0 && !reader.mayReadAhead().getAsBoolean()) {
            window.close();
        }
        AheadPart current = parts.getFirst();
        if (parts.size() == 1 && current.flowsTo(end)) {
            open(current);
        } else {
            extend();
        }
    }

    /** Cuts the open stream short, after one more part, and begins to read ahead behind that. */
    private void open(AheadPart current) {
        long boundary = position + partBytes;
        if (window.ahead() > 0 && end - boundary >= partBytes && reader.memory().take(partBytes)) {
            current.endAt(boundary);
            add(AheadPart.ahead(this, boundary, boundary + partBytes));
            extend();
        }
    }

    private void extend() {
        while (!isGivenUp && broken == null && parts.size() <= window.ahead() && isUnplanned()) {
            if (!reader.memory().take(partBytes)) {
                break;
            }
            long from = parts.getLast().end();
            add(AheadPart.ahead(this, from, Math.min(end, from + partBytes)));
        }
        if (parts.size() == 1 && isUnplanned() && !parts.getFirst().flowsTo(end)) {
            add(AheadPart.rest(this, parts.getLast().end(), end));
        }
    }

    private boolean isUnplanned() {
        return parts.getLast().end() < end;
    }

    private void add(AheadPart part) {
        parts.addLast(part);
        part.ask();
    }

    @Override
    public void ready(AheadPart part) {
        if (isResumed && !isReading && parts.peekFirst() == part) {
            listener.run();
        }
    }

    @Override
    public void paused() {
        window.backOff();
    }

    @Override
    public void lost(AheadPart part, boolean isChanged) {
        AheadPart current = parts.getFirst();
        if (current != part && current.flowsTo(end)) {
            isGivenUp |= isChanged;
            giveUpParts(current);
            return;
        }
        node.counters().broke();
        broken = new IOException("the rest of the object's version cannot be read");
        ready(current);
    }

    @Override
    public void later(Duration pause, Runnable task) {
        reader.later().run(pause, task);
    }

    /** Continues with the open stream alone. */
    private void giveUpParts(AheadPart current) {
        while (parts.size() > 1) {
            drop(parts.removeLast());
        }
        current.endAt(end);
        window.close();
    }

    @Override
    public void onReadable(Runnable readable) {
        listener = readable;
        AheadPart current = parts.peekFirst();
        if (current != null) {
            current.onReadable();
        }
    }

    @Override
    public boolean hasBytes() {
        return broken != null
                || isOver
                || parts.getFirst().hasBytes()
                || position == parts.getFirst().end();
    }

    @Override
    public void resumeReads() {
        isResumed = true;
        if (hasBytes()) {
            listener.run();
        } else {
            // A pump may wait without having read in vain: if what has come is as much as it moves before it yields.
            starve();
            parts.getFirst().resumeReads();
        }
    }

    @Override
    public void suspendReads() {
        isResumed = false;
        AheadPart current = parts.peekFirst();
        if (current != null) {
            current.suspendReads();
        }
    }

    @Override
    public void abort() {
        if (broken == null) {
            broken = new IOException("the answer was ended");
        }
        close();
    }

    private void close() {
        isGivenUp = true;
        while (!parts.isEmpty()) {
            drop(parts.removeFirst());
        }
        reader.memory().close();
    }

    @Override
    public RangedReads reads() {
        return reader.reads();
    }

    @Override
    public VersionPin version() {
        return version;
    }

    @Override
    public ReadAheadCounters counters() {
        return node.counters();
    }

    @Override
    public PartBuffer newBuffer() {
        return new PartBuffer(node.buffers());
    }
}
