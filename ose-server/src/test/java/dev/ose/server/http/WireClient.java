package dev.ose.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends raw bytes. Reads fail after a minute. */
public final class WireClient implements AutoCloseable {

    private static final int READ_TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public WireClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public WireClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    public WireClient send(String latin1) throws IOException {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    public WireClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends zeros until the peer accepts no more; returns their number. */
    long sendZeros(long bytes) {
        byte[] block = new byte[64 * 1024];
        long sent = 0;
        try {
            while (sent < bytes) {
                int part = (int) Math.min(block.length, bytes - sent);
                out.write(block, 0, part);
                sent += part;
            }
        } catch (IOException e) {
            return sent;
        }
        return sent;
    }

    public void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** The next answer; its body has a declared length, is chunked or ends with the connection. */
    public Answer answer() throws IOException {
        return answer(true);
    }

    /** The next answer to a HEAD. */
    public Answer headAnswer() throws IOException {
        return answer(false);
    }

    private Answer answer(boolean withBody) throws IOException {
        String[] status = line().split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status[1]);
        boolean bodyless = !withBody || code < 200 || code == 204 || code == 304;
        return new Answer(code, headers, bodyless ? "" : body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        String length = headers.get("content-length");
        byte[] bytes;
        if (length != null) {
            bytes = in.readNBytes(Integer.parseInt(length));
            if (bytes.length < Integer.parseInt(length)) {
                throw new EOFException("body cut after " + bytes.length);
            }
        } else if ("chunked".equals(headers.get("transfer-encoding"))) {
            bytes = chunks();
        } else {
            bytes = in.readAllBytes();
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            whole.writeBytes(in.readNBytes(size));
            line();
        }
        line();
        return whole.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("connection ended after: " + line);
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    /** Whether the server ends the connection without a further byte; waits for it. */
    public boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Whether the first byte of an answer arrives within this time. */
    boolean hasAnswerWithin(int millis) throws IOException {
        socket.setSoTimeout(millis);
        in.mark(1);
        try {
            return in.read() >= 0;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            in.reset();
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        }
    }

    /** All bytes until the server closes the connection. */
    public String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** One answer; header names in lower case, repeated ones reduced to the last. */
    public record Answer(int status, Map<String, String> headers, String body) {

        public boolean announcesClose() {
            return "close".equalsIgnoreCase(headers.get("connection"));
        }
    }
}
