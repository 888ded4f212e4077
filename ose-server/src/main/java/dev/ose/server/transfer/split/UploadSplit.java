package dev.ose.server.transfer.split;

import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What uploads that are split share: settings, memory and counters. Thread-safe. */
public final class UploadSplit {

    /** Parts for which an upload must have memory from its beginning to its end. */
    static final int FIRST_PARTS = 2;

    private final Settings settings;
    private final FairBudget memory;
    private final Supplier<? extends PooledBuffer> buffers;
    private final SplitCounters counters = new SplitCounters();

    /**
     * How uploads are split.
     *
     * @param isOn whether any is
     * @param thresholdBytes the length of a body above which it is
     * @param partBytes length of a part
     * @param streams the most parts of one upload that are sent at once
     */
    public record Settings(boolean isOn, long thresholdBytes, long partBytes, int streams) {

        public Settings {
            if (partBytes < 1 || streams < FIRST_PARTS) {
                throw new IllegalArgumentException("parts of a byte at least, and two streams");
            }
        }
    }

    /**
     * One body.
     *
     * @param source fails if the body is not what was stated of it, before its last byte is read
     * @param lengthBytes the exact number of bytes in the source
     * @param platform the name of the platform, for failures
     */
    public record Body(BodySource source, long lengthBytes, String platform) {}

    /**
     * @param memoryBytes the memory of all parts together
     * @param buffers lends a buffer; called on I/O threads
     */
    public UploadSplit(Settings settings, long memoryBytes, Supplier<? extends PooledBuffer> buffers) {
        this.settings = settings;
        this.memory = new FairBudget(memoryBytes);
        this.buffers = buffers;
    }

    /** Whether a body of this length is to be split. */
    public boolean isFor(long lengthBytes) {
        return settings.isOn() && lengthBytes > settings.thresholdBytes() && lengthBytes > settings.partBytes();
    }

    /**
     * Borrows the memory that an upload needs to begin; empty if there is none.
     *
     * @param tenant the share of the memory
     */
    public Optional<FairBudget.Lease> lease(Object tenant) {
        FairBudget.Lease lease = memory.lease(tenant);
        if (lease.take(FIRST_PARTS * settings.partBytes())) {
            return Optional.of(lease);
        }
        counters.oneStream();
        return Optional.empty();
    }

    /**
     * Makes the upload of a body; {@link SplitUpload#start} begins it.
     *
     * @param lease from {@link #lease}; the caller closes it
     * @param end called once, on the I/O thread, unless the upload is aborted
     */
    public SplitUpload upload(
            Body body, FairBudget.Lease lease, PartRequests requests, Pauses later, Consumer<SplitOutcome> end) {
        return new SplitUpload(this, body, lease, requests, later, end);
    }

    /** The memory that parts have borrowed. */
    public FairBudget memory() {
        return memory;
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
