package dev.ose.server.runtime.telemetry;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes lines to a stream from a thread of its own, many at once, so that a slow or stuck reader of the log never
 * delays a request. A line is written within {@value #LINGER_MILLIS} ms or by {@link #close}; lines that exceed the
 * buffer, or do not fit onto the disk, are counted and lost. Thread-safe.
 */
public final class LineWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 4 * 1024 * 1024;
    private static final int FIRST_BUFFER_BYTES = 64 * 1024;
    private static final int SOON_BYTES = 256 * 1024;
    private static final long LINGER_MILLIS = 50;
    private static final long CLOSE_MILLIS = 2_000;

    private final OutputStream out;
    private final int bufferBytes;
    private final LongAdder lost = new LongAdder();
    private final Thread thread;
    private byte[] filling = new byte[FIRST_BUFFER_BYTES];
    private byte[] writing = new byte[FIRST_BUFFER_BYTES];
    private int filled;
    private boolean closed;

    /** Starts writing to a stream, which remains the caller's and throws an exception if a write fails. */
    public LineWriter(OutputStream out) {
        this(out, BUFFER_BYTES);
    }

    LineWriter(OutputStream out, int bufferBytes) {
        this.out = out;
        this.bufferBytes = bufferBytes;
        this.thread = Thread.ofPlatform().daemon().name("request-log").start(this::writeUntilClosed);
    }

    /** Takes a line including its line feed. Never blocks. */
    void write(byte[] line) {
        synchronized (this) {
            if (!closed && line.length <= bufferBytes - filled) {
                append(line);
                return;
            }
        }
        lost.increment();
    }

    private void append(byte[] line) {
        int before = filled;
        filled += line.length;
        if (filled > filling.length) {
            filling = Arrays.copyOf(filling, Math.min(bufferBytes, Math.max(filled, 2 * filling.length)));
        }
        System.arraycopy(line, 0, filling, before, line.length);
        // The first line wakes the writer, which then waits for more; waking it for each would cost more than writing.
        if (before == 0 || (before < SOON_BYTES && filled >= SOON_BYTES)) {
            notifyAll();
        }
    }

    /** The number of lines that did not fit, could not be written, or came after the end. */
    public long lostLines() {
        return lost.sum();
    }

    private void writeUntilClosed() {
        try {
            for (int bytes = take(); bytes > 0; bytes = take()) {
                try {
                    out.write(writing, 0, bytes);
                    out.flush();
                } catch (IOException e) {
                    // Probably a full disk. Some of the lines may be written; the next ones are tried all the same.
                    lost.add(lines(bytes));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int lines(int bytes) {
        int lines = 0;
        for (int i = 0; i < bytes; i++) {
            lines += writing[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** Waits for lines, and a little for more of them; returns 0 at the end. */
    private synchronized int take() throws InterruptedException {
        while (filled == 0 && !closed) {
            wait();
        }
        long deadline = System.nanoTime() + LINGER_MILLIS * 1_000_000;
        for (long left = LINGER_MILLIS; left > 0 && filled < SOON_BYTES && !closed; ) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
        byte[] full = filling;
        int bytes = filled;
        filling = writing;
        writing = full;
        filled = 0;
        return bytes;
    }

    /** Writes the remaining lines. Blocks for at most two seconds. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
