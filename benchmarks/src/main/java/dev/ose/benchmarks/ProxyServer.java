package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A program of others in front of the storage, started as a process of its own. */
public final class ProxyServer implements ServerUnderTest {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final String name;
    private final Child child;
    private final int port;
    private final KeyPair keys;
    private final @Nullable SSLContext trust;
    private final boolean warmsUp;

    private ProxyServer(Settings settings, Child child) {
        this.name = settings.name();
        this.child = child;
        this.port = settings.port();
        this.keys = settings.keys();
        this.trust = settings.trust();
        this.warmsUp = settings.warmsUp();
    }

    /**
     * How the program is reached.
     *
     * @param name as it appears in the table
     * @param port on the loopback address
     * @param keys that it accepts, or passes on to the storage
     * @param trust of clients; null for plain HTTP
     * @param warmsUp whether it needs time under load before it shows what it costs
     */
    public record Settings(
            String name, int port, KeyPair keys, @Nullable SSLContext trust, boolean warmsUp) {}

    /**
     * Starts the program. Blocks until it listens.
     *
     * @param log of its complaints
     * @throws IllegalStateException if it ends or does not listen within half a minute
     */
    public static ProxyServer start(Settings settings, List<String> command, Path log) {
        ProxyServer server = new ProxyServer(settings, Child.start(command, log));
        server.awaitPort(log);
        return server;
    }

    private void awaitPort(Path log) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!listens()) {
            if (!child.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException(name + " did not start, see " + log);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** A port that nothing listens on now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public KeyPair keys() {
        return keys;
    }

    @Override
    public @Nullable SSLContext trust() {
        return trust;
    }

    /** The process and its workers. */
    @Override
    public Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(child.itself()), child.descendants());
    }

    @Override
    public boolean warmsUp() {
        return warmsUp;
    }

    @Override
    public void close() {
        child.close();
    }
}
