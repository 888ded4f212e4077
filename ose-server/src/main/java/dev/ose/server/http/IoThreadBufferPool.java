package dev.ose.server.http;

import dev.ose.server.runtime.fairness.Scarce;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.DefaultByteBufferPool;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * Direct buffers of one size, kept per I/O thread without locks. Undertow's own pool accesses a synchronized map on
 * each release, and its thread caches do not work for virtual threads; here all other threads share one queue.
 *
 * <p>A direct buffer is never discarded: only a garbage collection would free its memory, which may not happen for
 * long. If the direct memory is exhausted, buffers are lent from the heap, and counted.
 */
final class IoThreadBufferPool implements ByteBufferPool, Scarce {

    private final int bufferBytes;
    private final int keptPerThread;
    private final BufferRegion memory;
    private final ConcurrentHashMap<Thread, ArrayDeque<ByteBuffer>> kept = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<ByteBuffer> shared = new ConcurrentLinkedQueue<>();
    private final ByteBufferPool arrays;

    IoThreadBufferPool(int bufferBytes, int keptPerThread, BufferRegion memory) {
        this.bufferBytes = bufferBytes;
        this.keptPerThread = keptPerThread;
        this.memory = memory;
        this.arrays = new DefaultByteBufferPool(false, bufferBytes, 0, 0);
    }

    @Override
    public PooledByteBuffer allocate() {
        ArrayDeque<ByteBuffer> mine = ofThisThread();
        ByteBuffer buffer = mine == null ? null : mine.pollLast();
        return new Lease(buffer == null ? another() : buffer.clear());
    }

    private ByteBuffer another() {
        ByteBuffer unused = shared.poll();
        if (unused != null) {
            return unused.clear();
        }
        if (memory.takeDirect(bufferBytes)) {
            return ByteBuffer.allocateDirect(bufferBytes);
        }
        memory.lendHeap(bufferBytes);
        return ByteBuffer.allocate(bufferBytes);
    }

    @Override
    public boolean isUsedUp() {
        return memory.isUsedUp();
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return arrays;
    }

    @Override
    public void close() {
        kept.clear();
        shared.clear();
    }

    @Override
    public int getBufferSize() {
        return bufferBytes;
    }

    @Override
    public boolean isDirect() {
        return true;
    }

    private @Nullable ArrayDeque<ByteBuffer> ofThisThread() {
        Thread thread = Thread.currentThread();
        if (!(thread instanceof XnioIoThread)) {
            return null;
        }
        ArrayDeque<ByteBuffer> mine = kept.get(thread);
        return mine == null ? kept.computeIfAbsent(thread, t -> new ArrayDeque<>()) : mine;
    }

    private void release(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            memory.returnHeap(bufferBytes);
            return;
        }
        ArrayDeque<ByteBuffer> mine = ofThisThread();
        if (mine != null && mine.size() < keptPerThread) {
            mine.addLast(buffer);
        } else {
            shared.add(buffer);
        }
    }

    private final class Lease implements PooledByteBuffer {

        private @Nullable ByteBuffer buffer;

        Lease(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer getBuffer() {
            if (buffer == null) {
                throw new IllegalStateException("buffer was released");
            }
            return buffer;
        }

        @Override
        public void close() {
            ByteBuffer returned = buffer;
            if (returned != null) {
                buffer = null;
                release(returned);
            }
        }

        @Override
        public boolean isOpen() {
            return buffer != null;
        }
    }
}
