package dev.ose.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Storage behind a long link: each connection gets a fraction of what the link carries, in either direction, and each
 * answer begins after a delay. Knows {@code Range} and {@code If-Match}, and takes objects whole and in parts.
 */
final class NarrowStorage implements AutoCloseable {

    private static final String ETAG = "\"9e107d9d372bb6826bd81d3542a419d6\"";
    private static final String HEAD = "ETag: " + ETAG
            + "\r\nLast-Modified: Sat, 21 Nov 2026 00:00:00 GMT\r\nContent-Type: application/octet-stream\r\n";
    private static final String CREATED =
            "<InitiateMultipartUploadResult><UploadId>narrow</UploadId></InitiateMultipartUploadResult>";
    private static final String COMPLETED =
            "<CompleteMultipartUploadResult><ETag>" + ETAG + "</ETag></CompleteMultipartUploadResult>";
    private static final Pattern PART = Pattern.compile("[?]partNumber=([0-9]+)&");
    private static final int BLOCK = 64 * 1024;

    /** Less than the bytes that a kernel would take at once. */
    private static final int RECEIVED_AT_ONCE = 128 * 1024;

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ServerSocket server;
    private final Link link;
    private final int partBytes;
    private final AtomicLong freeNanos = new AtomicLong(System.nanoTime());

    /**
     * What carries the bytes.
     *
     * @param streamBytes a second, of each connection
     * @param linkBytes a second, of all of them
     * @param delayMillis before each answer
     */
    record Link(long streamBytes, long linkBytes, long delayMillis) {}

    private NarrowStorage(ServerSocket server, Link link, int partBytes) {
        this.server = server;
        this.link = link;
        this.partBytes = partBytes;
    }

    /** @param partBytes length of the parts of uploads */
    static NarrowStorage start(Link link, int partBytes) {
        try {
            ServerSocket server = new ServerSocket();
            server.setReceiveBufferSize(RECEIVED_AT_ONCE);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
            NarrowStorage storage = new NarrowStorage(server, link, partBytes);
            Thread.ofVirtual().start(storage::accept);
            return storage;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The measurement has ended.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String request = head(in);
            while (!request.isEmpty()) {
                receive(request, in);
                answer(request, socket.getOutputStream());
                request = head(in);
            }
        } catch (SocketException closed) {
            // The node has closed a stream that it did not need to its end.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            head.append((char) c);
            if (c == '\n' && head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    private void answer(String request, OutputStream out) throws IOException {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(link.delayMillis()));
        String line = request.substring(0, request.indexOf('\r'));
        if (!line.startsWith("GET ") || line.contains("?")) {
            String document = document(line);
            send(
                    out,
                    "HTTP/1.1 200 OK\r\nETag: " + ETAG + "\r\nContent-Length: " + document.length() + "\r\n\r\n"
                            + document);
            return;
        }
        String condition = header(request, "if-match");
        if (condition != null && !condition.equals(ETAG)) {
            send(out, "HTTP/1.1 412 Precondition Failed\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        int size = Content.lengthAt(line.split(" ", 3)[1]);
        String range = header(request, "range");
        if (range == null) {
            send(out, "HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n" + HEAD + "\r\n");
            send(out, 0, size);
            return;
        }
        int dash = range.indexOf('-');
        int first = Integer.parseInt(range.substring("bytes=".length(), dash));
        int last = Math.min(size - 1, Integer.parseInt(range.substring(dash + 1)));
        send(
                out,
                "HTTP/1.1 206 Partial Content\r\nContent-Length: " + (last - first + 1) + "\r\n" + HEAD
                        + "Content-Range: bytes " + first + '-' + last + '/' + size + "\r\n\r\n");
        send(out, first, last + 1);
    }

    private static String document(String line) {
        if (line.contains("?versioning")) {
            return new String(LoadDocuments.UNVERSIONED, StandardCharsets.US_ASCII);
        }
        if (!line.startsWith("POST ")) {
            return "";
        }
        return line.contains("?uploads") ? CREATED : COMPLETED;
    }

    /** Reads the body as fast as the link carries it, and compares that of an object. */
    private void receive(String request, InputStream in) throws IOException {
        String stated = header(request, "content-length");
        int length = stated == null ? 0 : Integer.parseInt(stated);
        boolean isObject = request.startsWith("PUT ");
        Matcher part = PART.matcher(request);
        int from = part.find() ? (Integer.parseInt(part.group(1)) - 1) * partBytes : 0;
        byte[] block = new byte[BLOCK];
        long start = System.nanoTime();
        for (int at = 0; at < length; at += BLOCK) {
            int count = in.readNBytes(block, 0, Math.min(BLOCK, length - at));
            for (int i = 0; isObject && i < count; i++) {
                if (block[i] != Content.at(from + at + i)) {
                    throw new IOException("another byte at " + (from + at + i));
                }
            }
            pace(start, at, count);
        }
    }

    /** Waits until the link has carried so many bytes more of a body. */
    private void pace(long start, long before, int count) {
        long ofStream = start + (before + count) * NANOS / link.streamBytes();
        long ofLink = freeNanos.updateAndGet(
                free -> Math.max(free, System.nanoTime() - NANOS / 100) + count * NANOS / link.linkBytes());
        LockSupport.parkNanos(Math.max(ofStream, ofLink) - System.nanoTime());
    }

    private static @Nullable String header(String request, String name) {
        return request.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ':'))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(null);
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private void send(OutputStream out, int from, int to) throws IOException {
        byte[] block = new byte[BLOCK];
        long start = System.nanoTime();
        for (int at = from; at < to; at += BLOCK) {
            int count = Math.min(BLOCK, to - at);
            for (int i = 0; i < count; i++) {
                block[i] = Content.at(at + i);
            }
            pace(start, at - from, count);
            out.write(block, 0, count);
        }
        out.flush();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
