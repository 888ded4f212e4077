package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * nginx as a plain reverse proxy: connections kept on both sides, nothing written to disk but a buffered access log, and
 * no signature checked or made.
 */
final class NginxServer implements Server {

    private static final Duration START_LIMIT = Duration.ofSeconds(10);

    private final Child child;
    private final int port;

    private NginxServer(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /** Starts it in front of the sink, with one worker per processor. Blocks until it listens. */
    static NginxServer start(InetSocketAddress sink, Path directory) {
        int port = freePort();
        try {
            Files.createDirectories(directory);
            Path settings = directory.resolve("nginx.conf");
            Files.writeString(settings, settings(sink, port, directory));
            Path log = directory.resolve("error.log");
            NginxServer server = new NginxServer(
                    Child.start(List.of("nginx", "-c", settings.toString(), "-e", log.toString()), log), port);
            server.awaitPort(log);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String settings(InetSocketAddress sink, int port, Path directory) throws IOException {
        try (var template = NginxServer.class.getResourceAsStream("nginx.conf")) {
            if (template == null) {
                throw new IllegalStateException("nginx.conf is missing from the benchmarks");
            }
            return new String(template.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .replace("@user@", System.getProperty("user.name").equals("root") ? "user root;" : "")
                    .replace("@directory@", directory.toString())
                    .replace("@port@", Integer.toString(port))
                    .replace("@sink@", "127.0.0.1:" + sink.getPort());
        }
    }

    private void awaitPort(Path log) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!listens()) {
            if (!child.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("nginx did not start, see " + log);
            }
            Thread.onSpinWait();
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "nginx";
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public KeyPair keys() {
        return KeyPair.ANY;
    }

    /** Its workers; the master does nothing. */
    @Override
    public Stream<ProcessHandle> processes() {
        return child.descendants();
    }

    @Override
    public void close() {
        child.close();
    }
}
