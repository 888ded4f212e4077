package dev.ose.server.transfer.split;

import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What copies in parts share: settings, connections and counters. Thread-safe. */
public final class CopySplit {

    /** Parts are whole mebibytes longer if there would be too many. */
    private static final long UNIT_BYTES = 1 << 20;

    private final Settings settings;
    private final FairBudget streams;
    private final Supplier<? extends PooledBuffer> buffers;
    private final SplitCounters counters = new SplitCounters();

    /**
     * How copies are split.
     *
     * @param isOn whether any is
     * @param thresholdBytes the length of a source above which its copy is
     * @param maximumBytes the length of a source above which its copy is left to the platform
     * @param partBytes length of a part, if an upload may have as many
     * @param streams the most parts of one copy that the platform copies at once
     */
    public record Settings(boolean isOn, long thresholdBytes, long maximumBytes, long partBytes, int streams) {

        public Settings {
            if (partBytes < 1 || streams < 1) {
                throw new IllegalArgumentException("parts of a byte at least, and one stream");
            }
        }
    }

    /**
     * One source.
     *
     * @param lengthBytes the exact number of its bytes
     * @param platform the name of the platform, for failures
     */
    public record Source(long lengthBytes, String platform) {}

    /**
     * @param streams the most parts of all copies together that are copied at once
     * @param buffers lends a buffer for an answer; called on I/O threads
     */
    public CopySplit(Settings settings, int streams, Supplier<? extends PooledBuffer> buffers) {
        this.settings = settings;
        this.streams = new FairBudget(streams);
        this.buffers = buffers;
    }

    /** Whether any copy is split. */
    public boolean isOn() {
        return settings.isOn();
    }

    /** Whether the copy of a source of this length is to be split. */
    public boolean isFor(long lengthBytes) {
        return settings.isOn()
                && lengthBytes > settings.thresholdBytes()
                && lengthBytes <= settings.maximumBytes()
                && lengthBytes > settings.partBytes();
    }

    /**
     * Borrows the connection that a copy needs to begin; empty if there is none.
     *
     * @param tenant the share of the connections
     */
    public Optional<FairBudget.Lease> lease(Object tenant) {
        FairBudget.Lease lease = streams.lease(tenant);
        if (lease.take(1)) {
            return Optional.of(lease);
        }
        counters.oneStream();
        return Optional.empty();
    }

    /**
     * Makes the copy of a source; {@link SplitCopy#start} begins it.
     *
     * @param lease from {@link #lease}; the caller closes it
     * @param end called once, on the I/O thread, unless the copy is aborted
     */
    public SplitCopy copy(
            Source source, FairBudget.Lease lease, PartCopies requests, Pauses later, Consumer<SplitOutcome> end) {
        return new SplitCopy(this, source, lease, requests, later, end);
    }

    /** The length of all parts but the last: an upload has 10,000 at most. */
    long partBytes(long lengthBytes) {
        long least = Math.ceilDiv(lengthBytes, PartNumber.MAX);
        return least <= settings.partBytes() ? settings.partBytes() : Math.ceilDiv(least, UNIT_BYTES) * UNIT_BYTES;
    }

    /** The parts of all copies that are copied now. */
    public FairBudget streams() {
        return streams;
    }

    public SplitCounters counters() {
        return counters;
    }

    Settings settings() {
        return settings;
    }

    Supplier<? extends PooledBuffer> buffers() {
        return buffers;
    }
}
