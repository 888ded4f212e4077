package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.SmallBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One object on its way to the platform in parallel parts. Confined to one I/O thread. */
public abstract sealed class SplitTransfer implements SplitPart.Owner permits SplitUpload, SplitCopy {

    private final SplitCounters counters;
    private final Supplier<? extends PooledBuffer> buffers;
    private final Pauses later;
    private final Consumer<SplitOutcome> end;
    private final Failure unreachable;
    private final List<SplitPart> parts = new ArrayList<>();
    private final Set<SplitPart> unconfirmed = new HashSet<>();
    /** Parts at a time for which a share is borrowed. */
    private int leased;

    private boolean isOver;

    /**
     * @param leased parts at a time for which a share is borrowed from the beginning
     * @param buffers lends a buffer; called on the I/O thread
     * @param end called once, on the I/O thread, unless the transfer is aborted
     */
    SplitTransfer(
            SplitCounters counters,
            int leased,
            Supplier<? extends PooledBuffer> buffers,
            String platform,
            Pauses later,
            Consumer<SplitOutcome> end) {
        this.counters = counters;
        this.leased = leased;
        this.buffers = buffers;
        this.later = later;
        this.end = end;
        this.unreachable = new Failure.PlatformUnreachable(platform);
    }

    /** Begins. Call on the I/O thread. */
    public abstract void start();

    /** Whether the platform may store a part yet, or has stored one without a confirmation. Call at the end. */
    public final boolean isInDoubt() {
        return parts.stream().anyMatch(SplitPart::isInDoubt);
    }

    /** Ends all requests and returns the memory, without a call of the listener. Does nothing after the end. */
    public final void abort() {
        if (!isOver) {
            isOver = true;
            stop();
            List.copyOf(unconfirmed).forEach(SplitPart::abort);
        }
    }

    /** Ends what is not a part. */
    void stop() {}

    final void fail(SplitOutcome why) {
        if (!isOver) {
            abort();
            end.accept(why);
        }
    }

    final boolean isOver() {
        return isOver;
    }

    /** Parts that were begun and are not confirmed. */
    final int unconfirmed() {
        return unconfirmed.size();
    }

    /** Whether a further part may begin; borrows a share for it if there is none. */
    final boolean isRoom(int streams) {
        if (unconfirmed.size() < leased) {
            return true;
        }
        if (leased < streams && borrow()) {
            leased++;
            return true;
        }
        return false;
    }

    /** Borrows the share of one more part. */
    abstract boolean borrow();

    /** Parts at a time for which a share is borrowed. */
    final int leased() {
        return leased;
    }

    /** The share of one part was given back. */
    final void gaveBack() {
        leased--;
    }

    final PartNumber nextNumber() {
        return new PartNumber(parts.size() + 1);
    }

    final void begin(SplitPart part) {
        parts.add(part);
        unconfirmed.add(part);
    }

    /** Ends it with success, if no part is missing; call when all were begun. */
    final void endIfStored() {
        if (unconfirmed.isEmpty() && !isOver) {
            isOver = true;
            List<ETag> tags = parts.stream().map(SplitPart::tag).toList();
            Set<PartNumber> inDoubt = parts.stream()
                    .filter(SplitPart::isInDoubt)
                    .map(SplitPart::number)
                    .collect(Collectors.toUnmodifiableSet());
            end.accept(new SplitOutcome.Stored(tags, inDoubt));
        }
    }

    final Supplier<? extends PooledBuffer> buffers() {
        return buffers;
    }

    @Override
    public void stored(SplitPart part) {
        unconfirmed.remove(part);
    }

    @Override
    public final void lost(SplitOutcome why) {
        fail(why);
    }

    @Override
    public final SplitCounters counters() {
        return counters;
    }

    @Override
    public final void read(BodySource document, int maximumBytes, SmallBody.Reader reader) {
        SmallBody.read(document, buffers, maximumBytes, reader);
    }

    @Override
    public final void later(Duration pause, Runnable task) {
        later.run(pause, task);
    }

    @Override
    public final Failure unreachable() {
        return unreachable;
    }
}
