package dev.ose.server.transfer.readahead;

import dev.ose.adapter.Quirk;
import dev.ose.s3.ByteRange;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What downloads that are read ahead share: settings, memory and what is known of platforms. Thread-safe. */
public final class ReadAhead {

    private final Settings settings;
    private final FairBudget memory;
    private final Supplier<? extends PooledBuffer> buffers;
    private final LongSupplier nanos;
    private final ConditionProbe conditions;
    private final ReadAheadCounters counters = new ReadAheadCounters();
    private final ConcurrentHashMap<Object, Integer> rangesUnderWay = new ConcurrentHashMap<>();

    /**
     * How answers are read ahead.
     *
     * @param isOn whether any is
     * @param thresholdBytes the length of an answer from which on it is
     * @param partBytes length of a ranged read
     * @param streams the most parallel streams of one answer
     */
    public record Settings(boolean isOn, long thresholdBytes, long partBytes, int streams) {

        public Settings {
            if (partBytes < 1 || streams < 1) {
                throw new IllegalArgumentException("parts of a byte at least, and one stream");
            }
        }
    }

    /**
     * The client's side of one answer.
     *
     * @param reads sends ranged reads as the client's
     * @param memory where the memory of parts is borrowed from; closed with the answer
     * @param mayReadAhead whether parts may be asked for now
     * @param later runs a task on the I/O thread after a pause
     */
    record Reader(RangedReads reads, FairBudget.Lease memory, BooleanSupplier mayReadAhead, Pauses later) {}

    /**
     * One read of a client.
     *
     * @param tenant the share of the memory
     * @param span the bytes of the object in the answer
     * @param sizeBytes the size of the whole object
     * @param range names the object and its reader if the client asked for a range: a client with several at once
     *     reads in parallel itself. Otherwise an object of its own.
     */
    public record Read(Platform platform, Object tenant, ByteRange span, long sizeBytes, Object range) {}

    /**
     * @param memoryBytes the memory of all parts together
     * @param buffers lends a buffer; called on I/O threads
     * @param nanos the current time of an arbitrary clock
     */
    public ReadAhead(
            Settings settings, long memoryBytes, Supplier<? extends PooledBuffer> buffers, LongSupplier nanos) {
        this.settings = settings;
        this.memory = new FairBudget(memoryBytes);
        this.buffers = buffers;
        this.nanos = nanos;
        this.conditions = new ConditionProbe(nanos);
    }

    /** Whether an answer of this length is large enough to be read ahead from this platform. */
    public boolean isFor(Platform platform, long lengthBytes) {
        return settings.isOn()
                && lengthBytes >= settings.thresholdBytes()
                && !platform.has(Quirk.READ_CONDITIONS_OVERLOOKED);
    }

    /**
     * The body of the answer, read ahead if that can be done safely; unchanged otherwise. The source must be aborted at
     * the end of the exchange, and {@link #end} called then.
     */
    public BodySource over(PlatformResponse answer, Read read, RangedReads reads, Pauses later) {
        return VersionPin.of(answer, read.sizeBytes())
                .<BodySource>map(version -> new ReadAheadSource(
                        this,
                        new Reader(reads, memory.lease(read.tenant()), () -> mayReadAhead(read, reads), later),
                        version,
                        read.span(),
                        answer.body()))
                .orElseGet(answer::body);
    }

    /** Notes that a range is being read. */
    public void begin(Object range) {
        rangesUnderWay.merge(range, 1, Integer::sum);
    }

    /** Notes that it is no longer. */
    public void end(Object range) {
        rangesUnderWay.computeIfPresent(range, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    private boolean mayReadAhead(Read read, RangedReads reads) {
        return rangesUnderWay.getOrDefault(read.range(), 0) <= 1
                && conditions.refuses(read.platform().s3Endpoint(), reads);
    }

    /** The memory that parts have borrowed. */
    public FairBudget memory() {
        return memory;
    }

    public ReadAheadCounters counters() {
        return counters;
    }

    Settings settings() {
        return settings;
    }

    Supplier<? extends PooledBuffer> buffers() {
        return buffers;
    }

    long nanos() {
        return nanos.getAsLong();
    }
}
