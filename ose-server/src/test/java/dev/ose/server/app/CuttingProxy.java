package dev.ose.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line to a server that breaks off its connections anywhere in what they carry. */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int SMALL_BYTES = 4 * 1024;

    private final URI server;
    private final Random random;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** The bytes that a connection carries at most. */
    private volatile int mostBytes = Integer.MAX_VALUE;

    CuttingProxy(URI server, Random random) throws IOException {
        this.server = server;
        this.random = random;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** From now on each connection breaks off within so many bytes; {@code Integer.MAX_VALUE} for never. */
    void cutWithin(int bytes) {
        mostBytes = bytes;
        // Those that wait for their next request were opened before.
        open.forEach(CuttingProxy::close);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket target = new Socket(server.getHost(), server.getPort());
                open.add(client);
                open.add(target);
                Line line = new Line(client, target);
                Thread.ofVirtual().start(() -> line.carry(client, target));
                Thread.ofVirtual().start(() -> line.carry(target, client));
            }
        } catch (IOException closed) {
            // The end.
        }
    }

    /** One connection and what it may carry yet, in both directions together. */
    private final class Line {

        private final Socket client;
        private final Socket target;
        private long leftBytes;

        Line(Socket client, Socket target) {
            this.client = client;
            this.target = target;
            synchronized (random) {
                // Small requests are cut, too.
                boolean isSmall = random.nextInt(4) == 0;
                int most = mostBytes;
                this.leftBytes =
                        most == Integer.MAX_VALUE ? Long.MAX_VALUE : random.nextInt(isSmall ? SMALL_BYTES : most);
            }
        }

        private synchronized int allowed(int bytes) {
            int allowed = (int) Math.min(bytes, leftBytes);
            leftBytes -= allowed;
            return allowed;
        }

        void carry(Socket from, Socket to) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                int read = in.read(buffer);
                while (read >= 0) {
                    int allowed = allowed(read);
                    out.write(buffer, 0, allowed);
                    if (allowed < read) {
                        break;
                    }
                    read = in.read(buffer);
                }
            } catch (IOException broken) {
                // Its other direction ends with it.
            }
            close(client);
            close(target);
            open.remove(client);
            open.remove(target);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // It is.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        open.forEach(CuttingProxy::close);
    }
}
