package dev.ose.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy on loopback (CONNECT, RFC 9110 §9.3.6) that tunnels every host name to this machine. It may require a
 * login, or answer with a given text.
 */
public final class ConnectProxy implements AutoCloseable {

    private static final int BACKLOG = 64;
    private static final int BLOCK_BYTES = 16 * 1024;

    private final ServerSocket socket;
    private final @Nullable String login;
    private final @Nullable Script script;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong tunnelledBytes = new AtomicLong();

    /** Replaces tunnelling. */
    @FunctionalInterface
    public interface Script {
        void play(Socket client) throws IOException, InterruptedException;
    }

    private ConnectProxy(@Nullable String login, @Nullable Script script) {
        this.login = login;
        this.script = script;
        try {
            this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** A proxy without authentication. */
    public static ConnectProxy start() {
        return new ConnectProxy(null, null);
    }

    /** A proxy that requires this login, {@code user:secret}. */
    public static ConnectProxy wanting(String login) {
        return new ConnectProxy(login, null);
    }

    /** A proxy that answers each CONNECT with this text. */
    public static ConnectProxy answering(String text) {
        return playing(client -> client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** A proxy that runs the script after the head of each CONNECT, and then closes the connection. */
    public static ConnectProxy playing(Script script) {
        return new ConnectProxy(null, script);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** The heads of all requests so far. */
    public List<String> heads() {
        return heads;
    }

    /** How many bytes went through all tunnels, in both directions together. */
    public long tunnelledBytes() {
        return tunnelledBytes.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // The end of the test closed it.
        }
    }

    private void serve(Socket client) {
        try (client) {
            StringBuilder text = new StringBuilder();
            int next;
            while (text.indexOf("\r\n\r\n") < 0
                    && (next = client.getInputStream().read()) >= 0) {
                text.append((char) next);
            }
            String head = text.toString();
            heads.add(head);
            if (script != null) {
                script.play(client);
            } else if (login != null && !head.contains("Proxy-Authorization: Basic " + encoded(login) + "\r\n")) {
                write(client, "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"");
            } else {
                tunnel(client, head);
            }
        } catch (IOException e) {
            // One of the sides has closed its connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Socket client, String answer) throws IOException {
        client.getOutputStream().write(("HTTP/1.1 " + answer + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void tunnel(Socket client, String head) throws IOException, InterruptedException {
        String authority = head.substring("CONNECT ".length(), head.indexOf(" HTTP/"));
        int port = Integer.parseInt(authority.substring(authority.lastIndexOf(':') + 1));
        try (Socket host = new Socket()) {
            host.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            open.add(host);
            write(client, "200 Connection established");
            Thread back = Thread.ofVirtual().start(() -> copy(host, client));
            copy(client, host);
            back.join();
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] block = new byte[BLOCK_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int length;
            while ((length = in.read(block)) >= 0) {
                tunnelledBytes.addAndGet(length);
                out.write(block, 0, length);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // The other direction meets the same end.
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
