package dev.ose.server.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.ose.server.runtime.fairness.FairBudget;
import java.lang.management.ManagementFactory;

/**
 * The memory of all buffers of a node; one instance per JVM. Thread-safe.
 *
 * <p>The JVM's limit of direct memory must not be reached: {@code ByteBuffer.allocateDirect} would collect garbage and
 * sleep on the I/O thread, and then fail. Beyond the limit here, buffers are lent from the heap. That is bounded,
 * because only buffers held during a wait for a client or platform accumulate: connections are accepted only with
 * memory for their buffers, and a transfer that waits for its receiver is aborted if the memory of transfers is
 * exhausted.
 */
public final class BufferMemory {

    /** Each region has half of the memory, and none uses the other's. */
    private static final int REGIONS = 2;

    private static final int HEAP_PART_OF_REGION = 8;

    private final BufferRegion ofConnections;
    private final BufferRegion ofTransfers;
    private final FairBudget connections;

    BufferMemory(BufferRegion ofConnections, BufferRegion ofTransfers) {
        this.ofConnections = ofConnections;
        this.ofTransfers = ofTransfers;
        this.connections = new FairBudget(ofConnections.limitBytes());
    }

    /**
     * Three quarters of the JVM's direct memory, of which the JDK's own copies and TLS to the database need the rest,
     * and a quarter of the heap.
     */
    public static BufferMemory ofThisJvm() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long allowed = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        long heap = Runtime.getRuntime().maxMemory();
        long direct = (allowed > 0 ? allowed : heap) / 4 * 3;
        return new BufferMemory(region(direct, heap), region(direct, heap));
    }

    private static BufferRegion region(long direct, long heap) {
        return new BufferRegion(direct / REGIONS, heap / HEAP_PART_OF_REGION);
    }

    /** The region of buffers that a connection may hold as long as it is open. */
    BufferRegion ofConnections() {
        return ofConnections;
    }

    /** The region of buffers for transfers of bodies. */
    BufferRegion ofTransfers() {
        return ofTransfers;
    }

    /** The memory budget of open connections, with networks as shares. */
    FairBudget connections() {
        return connections;
    }

    /** Bytes of direct memory allocated for buffers. */
    public long directBytes() {
        return ofConnections.directBytes() + ofTransfers.directBytes();
    }

    /** Bytes of the heap lent to buffers now. */
    public long heapBytes() {
        return ofConnections.heapBytes() + ofTransfers.heapBytes();
    }
}
