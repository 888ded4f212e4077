package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.proxy.TrustedForwarders;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a node's listeners.
 *
 * @param backlog listen backlog
 * @param timeouts time limits for silent clients
 * @param minimumRate minimum rate of bodies
 * @param connectionLimit maximum number of connections of one client
 * @param intermediaries trusted load balancers and forwarders
 */
public record ListenerSettings(
        Threads threads,
        int backlog,
        Timeouts timeouts,
        MinimumRate minimumRate,
        ConnectionLimit connectionLimit,
        Intermediaries intermediaries) {

    /** The usual listen backlog. */
    public static final int BACKLOG = 4096;

    public ListenerSettings {
        requirePositive("backlog", backlog);
    }

    /** The defaults for a machine with this many cores. */
    public static ListenerSettings forCores(int cores) {
        return new ListenerSettings(
                new Threads(cores, 64 * cores, 32 * cores, 256 * cores),
                BACKLOG,
                Timeouts.standard(),
                MinimumRate.standard(),
                ConnectionLimit.NONE,
                Intermediaries.NONE);
    }

    /** These settings with other threads. */
    public ListenerSettings with(Threads others) {
        return new ListenerSettings(others, backlog, timeouts, minimumRate, connectionLimit, intermediaries);
    }

    /** These settings with another number of I/O threads. */
    public ListenerSettings onIoThreads(int number) {
        return with(new Threads(number, threads.blocking(), threads.blockingPerShare(), threads.queuedBlocking()));
    }

    /** These settings with other time limits. */
    public ListenerSettings with(Timeouts others) {
        return new ListenerSettings(threads, backlog, others, minimumRate, connectionLimit, intermediaries);
    }

    /** These settings with another minimum rate. */
    public ListenerSettings with(MinimumRate other) {
        return new ListenerSettings(threads, backlog, timeouts, other, connectionLimit, intermediaries);
    }

    /** These settings with another limit of connections. */
    public ListenerSettings with(ConnectionLimit other) {
        return new ListenerSettings(threads, backlog, timeouts, minimumRate, other, intermediaries);
    }

    /** These settings with other load balancers and forwarders. */
    public ListenerSettings behind(Intermediaries others) {
        return new ListenerSettings(threads, backlog, timeouts, minimumRate, connectionLimit, others);
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive");
        }
    }

    /**
     * Threads, and tasks that may block.
     *
     * @param io threads that read, decide and pump; {@code server.undertow.threads.io}
     * @param blocking tasks that may block at the same time; {@code server.undertow.threads.worker}
     * @param blockingPerShare maximum of one tenant, or of one address without a tenant
     * @param queuedBlocking tasks that may wait before clients get {@code SlowDown}
     */
    public record Threads(int io, int blocking, int blockingPerShare, int queuedBlocking) {

        public Threads {
            requirePositive("io", io);
            requirePositive("blocking", blocking);
            requirePositive("blockingPerShare", blockingPerShare);
            requirePositive("queuedBlocking", queuedBlocking);
        }
    }

    /**
     * The intermediaries between clients and listeners whose statements about the client's address are trusted.
     *
     * @param balancers begin each connection with a header of the PROXY protocol
     * @param forwarders add a header to each request
     */
    public record Intermediaries(List<AddressRange> balancers, TrustedForwarders forwarders) {

        /** Clients connect to the listeners themselves. */
        public static final Intermediaries NONE = new Intermediaries(List.of(), TrustedForwarders.NONE);

        public Intermediaries {
            balancers = List.copyOf(balancers);
        }
    }

    /**
     * Time limits for silent clients. For bodies {@link MinimumRate} applies instead.
     *
     * @param head from the first byte of a request's head to its last
     * @param betweenRequests until the first byte of the next request; also bounds a TLS handshake
     * @param silence no byte in either direction; must exceed the longest wait for the platform, ten minutes for {@code
     *     CompleteMultipartUpload}
     * @param leftoverBody for the rest of a body that is discarded to keep the connection
     * @param linger for a client to read an answer sent before the end of its request, until the connection is closed
     */
    public record Timeouts(
            Duration head, Duration betweenRequests, Duration silence, Duration leftoverBody, Duration linger) {

        /** The limits of the threat model. */
        public static Timeouts standard() {
            return new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(11),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5));
        }
    }

    /**
     * Limits of connections per client.
     *
     * @param perAddress of one address; 0 for no limit
     * @param exempt addresses without a limit, such as those of load balancers
     */
    public record ConnectionLimit(int perAddress, List<AddressRange> exempt) {

        /** No limit. */
        public static final ConnectionLimit NONE = new ConnectionLimit(0, List.of());

        public ConnectionLimit {
            exempt = List.copyOf(exempt);
        }
    }

    /**
     * The minimum rate of bodies, measured only while a request waits for its client.
     *
     * @param bytesPerSecond average over the window
     * @param window how long a client may be slower
     */
    public record MinimumRate(long bytesPerSecond, Duration window) {

        /** 1 KiB/s over half a minute. */
        public static MinimumRate standard() {
            return new MinimumRate(1024, Duration.ofSeconds(30));
        }
    }
}
