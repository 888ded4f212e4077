package dev.ose.server.transfer.readahead;

import java.util.concurrent.atomic.LongAdder;

/** What reading ahead asked of platforms, since the start. Thread-safe. */
public final class ReadAheadCounters {

    private final LongAdder requests = new LongAdder();
    private final LongAdder askedBytes = new LongAdder();
    private final LongAdder discardedBytes = new LongAdder();
    private final LongAdder broken = new LongAdder();

    void asked(long bytes) {
        requests.increment();
        askedBytes.add(bytes);
    }

    void discarded(long bytes) {
        discardedBytes.add(bytes);
    }

    void broke() {
        broken.increment();
    }

    /** Ranged reads that were sent. */
    public long requests() {
        return requests.sum();
    }

    /** Bytes that they asked for. */
    public long askedBytes() {
        return askedBytes.sum();
    }

    /** Bytes that they asked for, and that no client got. */
    public long discardedBytes() {
        return discardedBytes.sum();
    }

    /** Answers that were broken off because the rest of the version could not be read. */
    public long broken() {
        return broken.sum();
    }
}
