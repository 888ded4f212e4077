package dev.ose.adapter.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A server on loopback that reads the head of one request for each connection and then does what its script says. */
final class ScriptedServer implements AutoCloseable {

    private static final int BACKLOG = 64;
    private static final int PACE_MILLIS = 20;

    private final ServerSocket socket;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Queue<String> heads = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Semaphore ended = new Semaphore(0);

    /** What is done with a connection after the head of its request was read. */
    @FunctionalInterface
    interface Script {
        void play(ScriptedServer server, OutputStream to) throws IOException, InterruptedException;
    }

    ScriptedServer(InetAddress address, int port, Script script) {
        try {
            this.socket = new ServerSocket(port, BACKLOG, address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    static ScriptedServer start(Script script) {
        return new ScriptedServer(InetAddress.getLoopbackAddress(), 0, script);
    }

    /** Answers with this text. */
    static ScriptedServer answering(String text) {
        return start((_, to) -> to.write(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Sends this text, and then a byte now and then until the other side gives up. */
    static ScriptedServer trickling(String text) {
        return start((server, to) -> {
            to.write(text.getBytes(StandardCharsets.ISO_8859_1));
            while (!server.closed.await(PACE_MILLIS, TimeUnit.MILLISECONDS)) {
                to.write('x');
                to.flush();
            }
        });
    }

    URI uri(String scheme) {
        return URI.create(scheme + "://127.0.0.1:" + port() + "/");
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The heads of all requests so far. */
    Queue<String> heads() {
        return heads;
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException e) {
            closed.countDown();
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            StringBuilder head = new StringBuilder();
            int next;
            while (head.indexOf("\r\n\r\n") < 0
                    && (next = connection.getInputStream().read()) >= 0) {
                head.append((char) next);
            }
            heads.add(head.toString());
            script.play(this, connection.getOutputStream());
        } catch (IOException e) {
            heads.add("broke: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.release();
        }
    }

    /** Blocks until one more connection was closed by this server. */
    void awaitEndOfConnection() {
        ended.acquireUninterruptibly();
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
