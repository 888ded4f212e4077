package dev.ose.server.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory outside the heap the buffers of a node take together. The JVM's own limit is no bound to run into: in front
 * of it {@code ByteBuffer.allocateDirect} collects garbage and sleeps, on the thread of an I/O loop, and then fails.
 */
final class DirectMemory {

    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    DirectMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Three quarters of what the JVM allows; the JDK's own copies and TLS to the database have the rest. */
    static DirectMemory ofThisJvm() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long allowed = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        long limit = allowed > 0 ? allowed : Runtime.getRuntime().maxMemory();
        return new DirectMemory(limit / 4 * 3);
    }

    /** Takes so many bytes for good; false if they are not left. */
    boolean take(int bytes) {
        if (takenBytes.addAndGet(bytes) <= limitBytes) {
            return true;
        }
        takenBytes.addAndGet(-bytes);
        return false;
    }
}
