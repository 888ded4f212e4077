package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.adapter.embedded.store.Store;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.xnio.Options;

/** The S3 service on its own listener on 127.0.0.1, path style at the root. */
public final class S3Listener implements AutoCloseable {

    private static final int IO_BUFFER_BYTES = 16 * 1024 - 20;
    private static final int BODY_BUFFER_BYTES = 64 * 1024;
    private static final int MAX_POOLED_BODY_BUFFERS = 128;
    private static final int MAX_POOLED_IO_BUFFERS = 2048;
    private static final int MAX_WORKING = 128;

    private static final long MAX_WAIT_MILLIS = 5_000;

    /** A request notices late that its connection was closed, after the node has opened another one. */
    private static final int REQUESTS_PER_CONNECTION = 2;

    private static final int PARSE_TIMEOUT_MILLIS = 30_000;
    private static final int KEEP_ALIVE_MILLIS = 75_000;

    /** Longer than the longest operation without traffic, a copy of 5 GiB within the store. */
    private static final int IDLE_TIMEOUT_MILLIS = 300_000;

    private static final int MAX_HEADER_BYTES = 64 * 1024;
    private static final int MAX_HEADERS = 120;
    private static final long STOP_MILLIS = 10_000;

    private final Undertow server;
    private final GracefulShutdownHandler gate;
    private final ExecutorService threads;
    private final AccessExplainer explainer;

    private S3Listener(
            Undertow server, GracefulShutdownHandler gate, ExecutorService threads, AccessExplainer explainer) {
        this.server = server;
        this.gate = gate;
        this.threads = threads;
        this.explainer = explainer;
    }

    /**
     * Starts to listen.
     *
     * @throws IOException if the port cannot be bound
     */
    public static S3Listener start(Store store, EmbeddedPlatformConfig config) throws IOException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        WorkPlaces working = new WorkPlaces(MAX_WORKING, MAX_WAIT_MILLIS);
        EmbeddedS3Pipeline pipeline = new EmbeddedS3Pipeline(
                new EmbeddedAuthenticator(store.accounts(), store.clock(), config.region()),
                new AccessRules(store.buckets(), store.clock()),
                new S3Service(store, config.region()),
                new EmbeddedS3Pipeline.Limits(working, MAX_WORKING + config.connections() * REQUESTS_PER_CONNECTION),
                threads,
                new DefaultByteBufferPool(true, BODY_BUFFER_BYTES, MAX_POOLED_BODY_BUFFERS, 0));
        GracefulShutdownHandler gate = Handlers.gracefulShutdown(Handlers.httpContinueRead(pipeline));
        Undertow server = Undertow.builder()
                .addHttpListener(config.port(), "127.0.0.1")
                .setHandler(gate)
                .setIoThreads(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setWorkerThreads(1)
                // Without a cache per thread, because virtual threads are short-lived.
                .setByteBufferPool(new DefaultByteBufferPool(true, IO_BUFFER_BYTES, MAX_POOLED_IO_BUFFERS, 0))
                .setServerOption(UndertowOptions.DECODE_URL, false)
                .setServerOption(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .setServerOption(UndertowOptions.MAX_HEADER_SIZE, MAX_HEADER_BYTES)
                .setServerOption(UndertowOptions.MAX_HEADERS, MAX_HEADERS)
                .setServerOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, PARSE_TIMEOUT_MILLIS)
                .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, KEEP_ALIVE_MILLIS)
                .setServerOption(UndertowOptions.IDLE_TIMEOUT, IDLE_TIMEOUT_MILLIS)
                .setServerOption(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
                .setServerOption(UndertowOptions.ENABLE_HTTP2, false)
                .setSocketOption(Options.TCP_NODELAY, true)
                .setSocketOption(Options.REUSE_ADDRESSES, true)
                .build();
        try {
            server.start();
        } catch (RuntimeException e) {
            threads.close();
            throw new IOException("Cannot listen on 127.0.0.1:" + config.port() + ": " + e.getMessage(), e);
        }
        return new S3Listener(server, gate, threads, new AccessExplainer(store, working));
    }

    /** Explains how requests would be decided; its work counts with theirs. */
    public AccessExplainer explainer() {
        return explainer;
    }

    /** The port that it listens on. */
    public int port() {
        return ((InetSocketAddress) server.getListenerInfo().getFirst().getAddress()).getPort();
    }

    /** Refuses new requests, waits up to ten seconds for running ones, then stops. */
    @Override
    public void close() {
        gate.shutdown();
        try {
            gate.awaitShutdown(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop();
        threads.shutdownNow();
        threads.close();
    }
}
