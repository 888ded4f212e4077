package dev.ose.it;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A stand-in for a node: receives raw bytes and sends the test's answers. */
final class StandIn implements AutoCloseable {

    private static final int TIMEOUT_MILLIS =
            Math.toIntExact(Duration.ofSeconds(60).toMillis());

    private final ServerSocket listener;

    StandIn() {
        try {
            listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
            listener.setSoTimeout(TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Waits for the next connection with data; skips connections that are closed without any. */
    Conversation accept() {
        try {
            while (true) {
                Conversation next = new Conversation(listener.accept());
                if (next.isBegun()) {
                    return next;
                }
                next.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One connection. */
    static final class Conversation implements AutoCloseable {

        private final Socket socket;
        private final InputStream in;

        private Conversation(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        }

        private boolean isBegun() throws IOException {
            in.mark(1);
            boolean isBegun = in.read() >= 0;
            in.reset();
            return isBegun;
        }

        /** The next request up to its body. */
        String head() {
            StringBuilder head = new StringBuilder();
            try {
                while (head.indexOf("\r\n\r\n") < 0) {
                    int octet = in.read();
                    if (octet < 0) {
                        throw new EOFException("the connection ended after: " + head);
                    }
                    head.append((char) octet);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return head.toString();
        }

        /** That many bytes of a body, waiting for them. */
        String read(int length) {
            try {
                byte[] bytes = in.readNBytes(length);
                if (bytes.length < length) {
                    throw new EOFException("the connection ended after " + bytes.length + " bytes of a body");
                }
                return new String(bytes, StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void say(String latin1) {
            try {
                socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
