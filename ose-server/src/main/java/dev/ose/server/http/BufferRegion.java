package dev.ose.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** Memory for buffers of one kind: direct memory, which is never returned, then memory of the heap. Thread-safe. */
final class BufferRegion {

    private final long directLimitBytes;
    private final long heapLimitBytes;
    private final AtomicLong directBytes = new AtomicLong();
    private final AtomicLong heapBytes = new AtomicLong();

    BufferRegion(long directLimitBytes, long heapLimitBytes) {
        this.directLimitBytes = directLimitBytes;
        this.heapLimitBytes = heapLimitBytes;
    }

    /** A new region with the given part of the limits of this one. */
    BufferRegion part(int divisor) {
        return new BufferRegion(directLimitBytes / divisor, heapLimitBytes / divisor);
    }

    /** The limit of both kinds of memory together. */
    long limitBytes() {
        return directLimitBytes + heapLimitBytes;
    }

    long directLimitBytes() {
        return directLimitBytes;
    }

    /** Allocates direct memory permanently; false if the limit is reached. */
    boolean takeDirect(int bytes) {
        if (directBytes.addAndGet(bytes) <= directLimitBytes) {
            return true;
        }
        directBytes.addAndGet(-bytes);
        return false;
    }

    /** Counts bytes lent from the heap. Has no limit, because an I/O loop cannot continue without a buffer. */
    void lendHeap(int bytes) {
        heapBytes.addAndGet(bytes);
    }

    /** Counts bytes returned to the heap. */
    void returnHeap(int bytes) {
        heapBytes.addAndGet(-bytes);
    }

    /** Whether the heap's limit is reached, so that no further buffer may be held during a wait. */
    boolean isUsedUp() {
        return heapBytes.get() > heapLimitBytes;
    }

    long directBytes() {
        return directBytes.get();
    }

    long heapBytes() {
        return heapBytes.get();
    }
}
