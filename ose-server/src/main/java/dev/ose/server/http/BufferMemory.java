package dev.ose.server.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.ose.server.runtime.fairness.FairBudget;
import java.lang.management.ManagementFactory;

/**
 * The memory of all buffers of a node; one instance per JVM. Thread-safe.
 *
 * <p>The JVM's limit of direct memory must not be reached: {@code ByteBuffer.allocateDirect} would collect garbage and
 * sleep on the I/O thread, and then fail. Beyond the limit here, buffers are lent from the heap. That is bounded,
 * because only buffers held during a wait for a client or platform accumulate: connections are accepted from clients
 * and opened to platforms only with memory for their buffers, and a transfer that waits for its receiver is aborted if
 * the memory of transfers is exhausted.
 */
public final class BufferMemory {

    /** Clients' connections have a half, because most are idle and anyone may open them; no region uses another's. */
    private static final int PART_OF_CLIENTS = 2;

    private static final int PART_OF_PLATFORMS = 4;
    private static final int PART_OF_TRANSFERS = 4;

    private final BufferRegion ofClients;
    private final BufferRegion ofPlatforms;
    private final BufferRegion ofTransfers;
    private final FairBudget clientConnections;
    private final FairBudget platformConnections;

    BufferMemory(BufferRegion ofClients, BufferRegion ofPlatforms, BufferRegion ofTransfers) {
        this.ofClients = ofClients;
        this.ofPlatforms = ofPlatforms;
        this.ofTransfers = ofTransfers;
        this.clientConnections = new FairBudget(ofClients.limitBytes());
        this.platformConnections = new FairBudget(ofPlatforms.limitBytes());
    }

    /**
     * Three quarters of the JVM's direct memory, of which the JDK's own copies and TLS to the database need the rest,
     * and a quarter of the heap.
     */
    public static BufferMemory ofThisJvm() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long allowed = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        long heap = Runtime.getRuntime().maxMemory();
        BufferRegion all = new BufferRegion((allowed > 0 ? allowed : heap) / 4 * 3, heap / 4);
        return new BufferMemory(all.part(PART_OF_CLIENTS), all.part(PART_OF_PLATFORMS), all.part(PART_OF_TRANSFERS));
    }

    /** The region of buffers that a client's connection may hold as long as it is open. */
    BufferRegion ofClients() {
        return ofClients;
    }

    /** The region of buffers that a connection to a platform may hold as long as it is open. */
    BufferRegion ofPlatforms() {
        return ofPlatforms;
    }

    /** The region of buffers for transfers of bodies. */
    BufferRegion ofTransfers() {
        return ofTransfers;
    }

    /** The direct memory of buffers for transfers of bodies. */
    public long transferBytes() {
        return ofTransfers.directLimitBytes();
    }

    /** The memory budget of clients' open connections, with networks as shares. */
    FairBudget clientConnections() {
        return clientConnections;
    }

    /** The memory budget of open connections to platforms, with endpoints as shares. */
    public FairBudget platformConnections() {
        return platformConnections;
    }

    /** Bytes of direct memory allocated for buffers. */
    public long directBytes() {
        return ofClients.directBytes() + ofPlatforms.directBytes() + ofTransfers.directBytes();
    }

    /** Bytes of the heap lent to buffers now. */
    public long heapBytes() {
        return ofClients.heapBytes() + ofPlatforms.heapBytes() + ofTransfers.heapBytes();
    }
}
