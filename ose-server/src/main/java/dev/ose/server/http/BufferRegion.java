package dev.ose.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** Memory for buffers of one kind: first outside the heap, where it stays theirs, then on the heap. Thread-safe. */
final class BufferRegion {

    private final long directLimitBytes;
    private final long heapLimitBytes;
    private final AtomicLong directBytes = new AtomicLong();
    private final AtomicLong heapBytes = new AtomicLong();

    BufferRegion(long directLimitBytes, long heapLimitBytes) {
        this.directLimitBytes = directLimitBytes;
        this.heapLimitBytes = heapLimitBytes;
    }

    /** All that buffers may take. */
    long limitBytes() {
        return directLimitBytes + heapLimitBytes;
    }

    /** Takes so many bytes outside the heap for good; false if they are not left. */
    boolean takeDirect(int bytes) {
        if (directBytes.addAndGet(bytes) <= directLimitBytes) {
            return true;
        }
        directBytes.addAndGet(-bytes);
        return false;
    }

    /** Counts bytes that are lent from the heap: all that an I/O loop asks for, because it cannot do without. */
    void lendHeap(int bytes) {
        heapBytes.addAndGet(bytes);
    }

    /** Counts them no longer. */
    void returnHeap(int bytes) {
        heapBytes.addAndGet(-bytes);
    }

    /** Whether the heap has lent all that it may, so that no more of it may be held. */
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
