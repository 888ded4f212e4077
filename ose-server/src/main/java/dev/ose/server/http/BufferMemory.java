package dev.ose.server.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.ose.server.runtime.fairness.FairBudget;
import java.lang.management.ManagementFactory;

/**
 * How much memory the buffers of a node take together, those of all its workers: there is one of it in a JVM.
 * Thread-safe.
 *
 * <p>The JVM's own limit of memory outside the heap is no bound to run into: in front of it {@code
 * ByteBuffer.allocateDirect} collects garbage and sleeps, on the thread of an I/O loop, and then fails. Beyond ours
 * buffers are lent from the heap, and that is bounded by what is held while a client or a platform is waited for:
 * connections are let in for as long as there is memory for what each may hold, and a transfer ends whose receiver is
 * waited for while the memory of transfers is used up.
 */
public final class BufferMemory {

    /** Each half of what buffers may have is one region's: neither takes what the other has promised. */
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
     * Three quarters of what the JVM allows outside the heap, the JDK's own copies and TLS to the database have the
     * rest; and a quarter of the heap.
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

    /** Where buffers are from that a connection may hold for as long as it is open. */
    BufferRegion ofConnections() {
        return ofConnections;
    }

    /** Where buffers are from in which bodies are moved. */
    BufferRegion ofTransfers() {
        return ofTransfers;
    }

    /** What open connections may hold, on the accounts of their networks. */
    FairBudget connections() {
        return connections;
    }

    /** Bytes outside the heap that buffers have taken. */
    public long directBytes() {
        return ofConnections.directBytes() + ofTransfers.directBytes();
    }

    /** Bytes of the heap that are lent to buffers now. */
    public long heapBytes() {
        return ofConnections.heapBytes() + ofTransfers.heapBytes();
    }
}
