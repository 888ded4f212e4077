package dev.ose.server.s3;

import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One object of a scripted platform, which sends each connection at most so many bytes a second. */
final class ThrottledObject implements ScriptedPlatform.Script {

    /** One version. */
    private static final class Stored {

        private final byte[] content;
        private final int version;

        Stored(byte[] content, int version) {
            this.content = content;
            this.version = version;
        }

        String etag() {
            return "\"0123456789abcdef" + version + '"';
        }
    }

    static final String MODIFIED = "Sat, 28 Nov 2026 08:00:00 GMT";
    private static final int BLOCK = 64 * 1024;

    private volatile Stored stored;
    volatile boolean overlooksConditions;
    /** Of each connection; 0 for as fast as it goes. */
    volatile long bytesPerSecond;
    /** This ranged read, counted from 1, is cut in its middle. */
    volatile int cutRead;

    /** Replaces the object as soon as the head of an answer without a range was sent. */
    volatile boolean isReplacedUnderWay;

    /** Replaces the object before this read with a condition, counted from 1. */
    volatile int replacedAtRead;

    final AtomicInteger rangedReads = new AtomicInteger();
    private final AtomicInteger conditionalReads = new AtomicInteger();

    ThrottledObject(int size) {
        stored = new Stored(bytes(size, 1), 1);
    }

    static byte[] bytes(int size, long seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    byte[] content() {
        return stored.content;
    }

    String etag() {
        return stored.etag();
    }

    void replace() {
        replace(stored.content.length);
    }

    void replace(int size) {
        int version = stored.version + 1;
        stored = new Stored(bytes(size, version), version);
    }

    @Override
    public boolean serve(ScriptedPlatform.Request request) throws IOException {
        String condition = request.header("if-match");
        if (!condition.isEmpty() && conditionalReads.incrementAndGet() == replacedAtRead) {
            replace();
        }
        Stored current = stored;
        byte[] now = current.content;
        String headers = "ETag: " + current.etag() + "\r\nLast-Modified: " + MODIFIED + "\r\nContent-Type: text/x\r\n";
        if (!condition.isEmpty() && !condition.equals(current.etag()) && !overlooksConditions) {
            return request.answer("412 Precondition Failed", "", new byte[0]);
        }
        String range = request.header("range");
        if (range.isEmpty()) {
            request.send("HTTP/1.1 200 OK\r\nContent-Length: " + now.length + "\r\n" + headers + "\r\n");
            if (isReplacedUnderWay) {
                replace();
            }
            return send(request, now, 0, now.length);
        }
        int dash = range.indexOf('-');
        int from = Integer.parseInt(range.substring("bytes=".length(), dash));
        int to = dash == range.length() - 1 ? now.length : Integer.parseInt(range.substring(dash + 1)) + 1;
        to = Math.min(to, now.length);
        if (from >= now.length) {
            return request.answer(
                    "416 Range Not Satisfiable", "Content-Range: bytes */" + now.length + "\r\n", new byte[0]);
        }
        boolean isCut = !condition.isEmpty() && rangedReads.incrementAndGet() == cutRead;
        request.send("HTTP/1.1 206 Partial Content\r\nContent-Length: " + (to - from) + "\r\n" + headers
                + "Content-Range: bytes " + from + '-' + (to - 1) + '/' + now.length + "\r\n\r\n");
        return send(request, now, from, isCut ? from + (to - from) / 2 : to) && !isCut;
    }

    private boolean send(ScriptedPlatform.Request request, byte[] bytes, int from, int to) throws IOException {
        long start = System.nanoTime();
        for (int at = from; at < to; at += BLOCK) {
            request.out().write(bytes, at, Math.min(BLOCK, to - at));
            request.out().flush();
            long rate = bytesPerSecond;
            if (rate > 0) {
                long due = start + (at + BLOCK - from) * 1_000_000_000L / rate;
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
        return true;
    }

    byte[] part(int from, int to) {
        return Arrays.copyOfRange(content(), from, to);
    }
}
