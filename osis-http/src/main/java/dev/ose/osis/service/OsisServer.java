package dev.ose.osis.service;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ose.adapter.StoragePlatform;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A platform as an OSIS service: whatever implements {@link StoragePlatform} is served over HTTP to OSE or to any other
 * client of the contract. Runs on the JDK's HTTP server, one virtual thread per request. Every operation of the
 * contract is implemented; if the platform does not declare the operation's capability, it answers 501.
 */
public final class OsisServer implements AutoCloseable {

    private static final int BACKLOG = 128;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /**
     * The JDK's server can only be configured by system properties. By default it waits without limit for a slow
     * request, and Nagle's algorithm delays the second packet of an answer until the first is acknowledged.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxReqTime", "60",
            "sun.net.httpserver.maxReqHeaderSize", "32768",
            "jdk.httpserver.maxConnections", "1024");

    private final HttpServer server;
    private final OsisHandler handler;
    private final ExecutorService threads;
    private final Directory directory;
    private final String scheme;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private OsisServer(
            HttpServer server, OsisHandler handler, ExecutorService threads, Directory directory, String scheme) {
        this.server = server;
        this.handler = handler;
        this.threads = threads;
        this.directory = directory;
        this.scheme = scheme;
    }

    /**
     * Starts the server. The caller closes the platform, after the server.
     *
     * <p>Sets the system properties {@code sun.net.httpserver.nodelay}, {@code .maxReqTime}, {@code .maxReqHeaderSize}
     * and {@code jdk.httpserver.maxConnections} if they are not set: the JDK's server reads them once per process.
     *
     * @throws IOException if the address cannot be bound, or the directory's file cannot be used
     */
    public static OsisServer start(StoragePlatform platform, OsisServerOptions options, Clock clock)
            throws IOException {
        SETTINGS.forEach((key, value) -> System.getProperties().putIfAbsent(key, value));
        Directory directory = Directory.open(options.directory(), clock);
        try {
            HttpServer server = listen(options);
            ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
            server.setExecutor(threads);
            OsisHandler handler = handler(platform, directory, options, clock);
            server.createContext("/", handler);
            server.start();
            return new OsisServer(server, handler, threads, directory, options.tls() == null ? "http" : "https");
        } catch (IOException e) {
            directory.close();
            throw e;
        }
    }

    private static HttpServer listen(OsisServerOptions options) throws IOException {
        @Nullable SSLContext tls = options.tls();
        if (tls == null) {
            return HttpServer.create(options.address(), BACKLOG);
        }
        HttpsServer server = HttpsServer.create(options.address(), BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    private static OsisHandler handler(
            StoragePlatform platform, Directory directory, OsisServerOptions options, Clock clock) {
        OsisAuthenticator doorman = new OsisAuthenticator(options, clock);
        PlatformCalls calls = new PlatformCalls(platform, directory, options, clock);
        return new OsisHandler(
                new Routes(
                        doorman,
                        calls,
                        new TenantCalls(platform, directory),
                        new UserCalls(platform, directory, calls),
                        new KeyCalls(platform, directory)),
                doorman);
    }

    /** Scheme, host and port of the listener, without a path. */
    public URI endpoint() {
        String host = server.getAddress().getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : server.getAddress().getAddress().getHostAddress();
        String literal = host.contains(":") ? '[' + host + ']' : host;
        return URI.create(scheme + "://" + literal + ':' + server.getAddress().getPort());
    }

    /** Waits up to ten seconds for running calls, stops listening, and closes the directory's file. */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        handler.end(STOP_LIMIT);
        // The server's own wait lasts until its end if the last call has ended before.
        server.stop(0);
        threads.shutdownNow();
        threads.close();
        directory.close();
    }
}
