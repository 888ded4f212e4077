package dev.ose.server.platform.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A platform on a raw socket that runs a test's script for each connection. */
public final class ScriptedPlatform implements AutoCloseable {

    /** Serves one request whose head has been read. */
    public interface Script {

        /** Answers, closes or hangs; returns whether the connection continues. */
        boolean serve(Request request) throws IOException;
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** Starts to listen on a free loopback port. */
    public ScriptedPlatform(Script script) throws IOException {
        this.script = script;
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::acceptAll);
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** The requests whose heads arrived, in order. */
    public List<Request> requests() {
        return requests;
    }

    public int connections() {
        return connections.get();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serveAll(socket));
            }
        } catch (IOException e) {
            // Closed by the test.
        }
    }

    private void serveAll(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            boolean more = true;
            while (more) {
                String head = readHead(in);
                if (head.isEmpty()) {
                    return;
                }
                Request request = new Request(head, in, socket.getOutputStream());
                requests.add(request);
                more = script.serve(request);
            }
        } catch (SocketException e) {
            // The node closed the connection, as tested.
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int last = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.write(b);
            last = last << 8 | b;
            if (last == 0x0d0a0d0a) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** One request in wire format. */
    public record Request(String head, InputStream in, OutputStream out) {

        /** The value of a header; empty if it is absent. */
        public String header(String name) {
            for (String line : head.split("\r\n", -1)) {
                int colon = line.indexOf(':');
                if (colon > 0
                        && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
                    return line.substring(colon + 1).strip();
                }
            }
            return "";
        }

        /** The first line. */
        public String line() {
            return head.substring(0, head.indexOf('\r'));
        }

        /**
         * Reads the body of the declared length; shorter if the node closed the connection. Sends 100 Continue if it is
         * expected.
         */
        public byte[] body() throws IOException {
            if (header("expect").equals("100-continue")) {
                send("HTTP/1.1 100 Continue\r\n\r\n");
            }
            return silentBody();
        }

        /** The same for a platform that ignores Expect. */
        public byte[] silentBody() throws IOException {
            String length = header("content-length");
            return length.isEmpty() ? new byte[0] : in.readNBytes(Integer.parseInt(length));
        }

        /** Reads a chunked body. */
        public byte[] chunks() throws IOException {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                whole.writeBytes(in.readNBytes(size));
                in.readNBytes(2);
            }
            in.readNBytes(2);
            return whole.toByteArray();
        }

        private int chunkSize() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
                line.append((char) c);
            }
            return line.isEmpty() ? 0 : Integer.parseInt(line.toString().strip(), 16);
        }

        /** Sends raw bytes. */
        public void send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        /** Answers 200 with a body. */
        public boolean answer(byte[] body) throws IOException {
            return answer("200 OK", "", body);
        }

        /**
         * Answers with status, extra header lines that each end in CRLF, and a body. The answer to a HEAD declares the
         * length of the body without having one (RFC 9110, 9.3.2).
         */
        public boolean answer(String status, String headers, byte[] body) throws IOException {
            send("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length + "\r\n" + headers + "\r\n");
            if (!head.startsWith("HEAD ")) {
                out.write(body);
            }
            out.flush();
            return true;
        }
    }
}
