package dev.ose.server.transfer.split;

import dev.ose.s3.ByteRange;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.Pauses;
import java.util.function.Consumer;

/**
 * One object that the platform copies in parts, as many at a time as the settings and the share of the connections
 * permit. No byte of it passes through the node.
 */
public final class SplitCopy extends SplitTransfer {

    private final CopySplit node;
    private final CopySplit.Source source;
    private final FairBudget.Lease streams;
    private final PartCopies requests;
    private final long partBytes;
    private long assignedBytes;
    private boolean isSending;

    SplitCopy(
            CopySplit node,
            CopySplit.Source source,
            FairBudget.Lease streams,
            PartCopies requests,
            Pauses later,
            Consumer<SplitOutcome> end) {
        super(node.counters(), 1, node.buffers(), source.platform(), later, end);
        this.node = node;
        this.source = source;
        this.streams = streams;
        this.requests = requests;
        this.partBytes = node.partBytes(source.lengthBytes());
    }

    @Override
    public void start() {
        send();
    }

    private void send() {
        if (isSending) {
            return;
        }
        isSending = true;
        while (!isOver()
                && assignedBytes < source.lengthBytes()
                && isRoom(node.settings().streams())) {
            long length = Math.min(partBytes, source.lengthBytes() - assignedBytes);
            ByteRange range = new ByteRange(assignedBytes, assignedBytes + length - 1);
            CopiedPart part = new CopiedPart(this, requests, nextNumber(), range);
            assignedBytes += length;
            begin(part);
            part.start();
        }
        isSending = false;
        if (assignedBytes == source.lengthBytes()) {
            endIfStored();
        }
    }

    @Override
    boolean borrow() {
        return streams.take(1);
    }

    @Override
    public void stored(SplitPart part) {
        super.stored(part);
        send();
    }
}
