package dev.ose.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Configuration of the embedded PostgreSQL.
 *
 * @param directory all files of this server; created if missing. Holds {@code data} (the cluster), {@code run} (logs),
 *     {@code password} (mode 0600), {@code port} and {@code lock}
 * @param binaries where the PostgreSQL programs are unpacked, once per version (60 MB); several servers may share it
 * @param port TCP port on 127.0.0.1; 0 picks a free one the first time and reuses it as long as it is free
 * @param durable whether each commit is written to disk before it is acknowledged; false is for data that may be lost
 *     if the host fails
 * @param maxConnections PostgreSQL's {@code max_connections}, 1 to 10000
 * @param startTimeout time limit of a start with crash recovery; the first use also needs some seconds for unpacking
 * @param progress receives progress messages; called on the starting thread
 */
public record EmbeddedPostgresConfig(
        Path directory,
        Path binaries,
        int port,
        boolean durable,
        int maxConnections,
        Duration startTimeout,
        Consumer<String> progress) {

    private static final int DEFAULT_MAX_CONNECTIONS = 100;
    private static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(60);
    private static final int MAX_PORT = 65_535;
    private static final int MAX_MAX_CONNECTIONS = 10_000;

    /** Checks the ranges and makes the paths absolute. */
    public EmbeddedPostgresConfig {
        directory = directory.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 0 (any free one) to 65535, not " + port);
        }
        if (maxConnections < 1 || maxConnections > MAX_MAX_CONNECTIONS) {
            throw new IllegalArgumentException("maxConnections must be 1 to 10000, not " + maxConnections);
        }
        if (startTimeout.toSeconds() < 1 || startTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("startTimeout must be 1 second to 1 hour, not " + startTimeout);
        }
    }

    /** A durable server in {@code directory}: any free port, 100 connections, 60 s to start, no progress messages. */
    public static EmbeddedPostgresConfig in(Path directory) {
        return new EmbeddedPostgresConfig(
                directory,
                Binaries.defaultCache(directory),
                0,
                true,
                DEFAULT_MAX_CONNECTIONS,
                DEFAULT_START_TIMEOUT,
                sentence -> {});
    }

    /** A copy with the programs unpacked below {@code cache}. */
    public EmbeddedPostgresConfig withBinaries(Path cache) {
        return new EmbeddedPostgresConfig(directory, cache, port, durable, maxConnections, startTimeout, progress);
    }

    /** A copy with this port; 0 for any free one. */
    public EmbeddedPostgresConfig withPort(int newPort) {
        return new EmbeddedPostgresConfig(
                directory, binaries, newPort, durable, maxConnections, startTimeout, progress);
    }

    /** A copy that does not wait for the disk: for tests and other throwaway data. */
    public EmbeddedPostgresConfig throwaway() {
        return new EmbeddedPostgresConfig(directory, binaries, port, false, maxConnections, startTimeout, progress);
    }

    /** A copy with this many connections. */
    public EmbeddedPostgresConfig withMaxConnections(int connections) {
        return new EmbeddedPostgresConfig(directory, binaries, port, durable, connections, startTimeout, progress);
    }

    /** A copy with this time limit of a start. */
    public EmbeddedPostgresConfig withStartTimeout(Duration timeout) {
        return new EmbeddedPostgresConfig(directory, binaries, port, durable, maxConnections, timeout, progress);
    }

    /** A copy that sends progress messages to {@code listener}. */
    public EmbeddedPostgresConfig withProgress(Consumer<String> listener) {
        return new EmbeddedPostgresConfig(directory, binaries, port, durable, maxConnections, startTimeout, listener);
    }
}
