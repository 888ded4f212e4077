package dev.ose.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * nginx as a plain reverse proxy: connections kept on both sides, nothing written to disk but a buffered access log,
 * and no signature checked or made.
 */
final class NginxServer implements ServerUnderTest {

    private static final Duration START_LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Child child;
    private final int port;
    private final @Nullable SSLContext trust;

    private NginxServer(Child child, int port, @Nullable SSLContext trust) {
        this.child = child;
        this.port = port;
        this.trust = trust;
    }

    /** Starts it in front of the sink, with one worker per processor. Blocks until it listens. */
    static NginxServer start(URI sink, Path directory, @Nullable Certificate certificate) {
        int port = freePort();
        try {
            Files.createDirectories(directory);
            Path settings = directory.resolve("nginx.conf");
            Files.writeString(settings, settings(sink, port, directory, certificate));
            Path log = directory.resolve("error.log");
            NginxServer server = new NginxServer(
                    Child.start(List.of("nginx", "-c", settings.toString(), "-e", log.toString()), log),
                    port,
                    certificate == null ? null : certificate.client());
            server.awaitPort(log);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String settings(URI sink, int port, Path directory, @Nullable Certificate certificate)
            throws IOException {
        try (var template = NginxServer.class.getResourceAsStream("nginx.conf")) {
            if (template == null) {
                throw new IllegalStateException("nginx.conf is missing from the benchmarks");
            }
            return new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@user@", System.getProperty("user.name").equals("root") ? "user root;" : "")
                    .replace("@directory@", directory.toString())
                    .replace("@port@", Integer.toString(port))
                    .replace("@scheme@", sink.getScheme())
                    .replace("@ssl@", certificate == null ? "" : "ssl")
                    .replace("@certificate@", certificate == null ? "" : certificate(certificate))
                    .replace("@sink@", sink.getAuthority());
        }
    }

    private static String certificate(Certificate it) {
        return "ssl_certificate " + it.certificate() + "; ssl_certificate_key " + it.privateKey() + ';';
    }

    private void awaitPort(Path log) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!listens()) {
            if (!child.isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("nginx did not start, see " + log);
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

    static int freePort() {
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

    @Override
    public @Nullable SSLContext trust() {
        return trust;
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
