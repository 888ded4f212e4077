package dev.ose.adapter.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on loopback that answers every request with one kind of fault, and records the
 * requests.
 */
final class BrokenServer implements AutoCloseable {

    /** Part of every body that this server sends; must never come out of an adapter. */
    static final String TOLD_IN_CONFIDENCE = "told-in-confidence";

    private static final String HALF_KEY = "{\"access_key\":\"A\",\"secret_key\":\"" + TOLD_IN_CONFIDENCE + "\",";
    private static final int BACKLOG = 64;
    private static final int ARRIVAL_SECONDS = 60;

    /** The fault of its answers. */
    enum Fault {
        /** No answer; the connection stays open. */
        SILENCE,
        /** The connection is closed instead of an answer. */
        HANG_UP,
        /** An internal error of the server. */
        ERROR,
        /** The server is overloaded and did nothing. */
        OVERLOAD,
        /** The connection is closed in the middle of the body. */
        HALF,
        /** The body stalls; the connection stays open. */
        STALL,
        /** The body cannot be parsed. */
        GARBAGE,
        /** The body can be parsed, but is not of the expected form. */
        STRANGE
    }

    private final ServerSocket socket;
    private final Fault fault;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();
    private final CountDownLatch arrived = new CountDownLatch(1);

    /** The first line of a request. */
    record Request(String method, String target) {}

    private BrokenServer(ServerSocket socket, Fault fault) {
        this.socket = socket;
        this.fault = fault;
    }

    static BrokenServer start(Fault fault) {
        try {
            BrokenServer server =
                    new BrokenServer(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), fault);
            Thread.ofVirtual().start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /**
     * The requests that arrived whole. Waits for the first one, which the adapter may have given up by
     * now.
     */
    List<Request> requests() {
        try {
            if (!arrived.await(ARRIVAL_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the adapter sent nothing");
            }
            return List.copyOf(requests);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return; // closed: the test is over
            }
        }
    }

    private void serve(Socket client) {
        try {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            while (readRequest(in)) {
                String answer = answer(fault);
                if (answer != null) {
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    client.getOutputStream().flush();
                }
                if (fault == Fault.HANG_UP || fault == Fault.HALF) {
                    client.close();
                    return;
                }
            }
        } catch (IOException e) {
            open.remove(client); // the adapter hung up, as it may
        }
    }

    /** Reads one request with whatever body its length announces; false at the end. */
    private boolean readRequest(BufferedReader in) throws IOException {
        String first = in.readLine();
        if (first == null) {
            return false;
        }
        int bodyLength = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                bodyLength = Integer.parseInt(line.substring(15).strip());
            }
        }
        for (int i = 0; i < bodyLength; i++) {
            in.read();
        }
        String[] words = first.split(" ", 3);
        requests.add(new Request(words[0], words[1]));
        arrived.countDown();
        return true;
    }

    private static @Nullable String answer(Fault fault) {
        return switch (fault) {
            case SILENCE, HANG_UP -> null;
            case ERROR -> whole("500 Internal Server Error", HALF_KEY + "\"x\":1}");
            case OVERLOAD -> whole("503 Service Unavailable", "");
            case HALF, STALL -> head("200 OK", 4_000) + HALF_KEY;
            case GARBAGE -> whole("200 OK", "<html>" + TOLD_IN_CONFIDENCE);
            case STRANGE -> whole("200 OK", "[[\"" + TOLD_IN_CONFIDENCE + "\"]]");
        };
    }

    private static String whole(String status, String body) {
        return head(status, body.length()) + body;
    }

    private static String head(String status, int length) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket client : open) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
