package dev.ose.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A port in front of a server, which can stop passing bytes on without closing a connection. */
final class StallablePort implements AutoCloseable {

    private static final int BLOCK_BYTES = 16 * 1024;

    private final URI server;
    private final ServerSocket port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isStalled;
    private int stalledConnections;

    StallablePort(URI server) throws IOException {
        this.server = server;
        this.port = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port.getLocalPort());
    }

    void stall() {
        stall(true);
    }

    void resume() {
        stall(false);
    }

    private void stall(boolean stalled) {
        lock.lock();
        try {
            isStalled = stalled;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until bytes of so many connections wait. */
    void awaitStalled(int connections) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (stalledConnections < connections) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = port.accept();
                Socket upstream = new Socket(server.getHost(), server.getPort());
                sockets.add(client);
                sockets.add(upstream);
                Thread.ofVirtual().start(() -> pump(client, upstream));
                Thread.ofVirtual().start(() -> pump(upstream, client));
            }
        } catch (IOException _) {
            closeAll();
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] block = new byte[BLOCK_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                pass();
                out.write(block, 0, read);
                out.flush();
            }
        } catch (IOException | InterruptedException _) {
            sockets.remove(from);
        }
    }

    private void pass() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (isStalled) {
                stalledConnections++;
                changed.signalAll();
                while (isStalled) {
                    changed.await();
                }
                stalledConnections--;
            }
        } finally {
            lock.unlock();
        }
    }

    private void closeAll() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        resume();
        port.close();
    }
}
