package dev.ose.server.transfer.split;

import java.util.concurrent.atomic.LongAdder;

/** What splitting asked of platforms, since the start. Thread-safe. */
public final class SplitCounters {

    private final LongAdder parts = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder oneStreams = new LongAdder();

    void sent(boolean isRepeated) {
        parts.increment();
        if (isRepeated) {
            repeated.increment();
        }
    }

    void oneStream() {
        oneStreams.increment();
    }

    /** Parts that were sent, repetitions included. */
    public long parts() {
        return parts.sum();
    }

    /** Parts that were sent again. */
    public long repeated() {
        return repeated.sum();
    }

    /** Uploads that were sent as one stream because there was no memory for parts. */
    public long oneStreams() {
        return oneStreams.sum();
    }
}
