package dev.ose.server.http;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.proxy.TrustedForwarders;
import java.time.Duration;
import java.util.List;

/**
 * How the listeners of one node treat connections.
 *
 * @param ioThreads threads that read, decide and pump; {@code server.undertow.threads.io}
 * @param blockingTasks tasks that may block at the same time; {@code server.undertow.threads.worker}
 * @param blockingTasksPerShare how many of them one tenant may have, or one address of clients who prove no tenant
 * @param queuedBlockingTasks tasks that may wait for one of those places before clients are told to slow down
 * @param backlog connections the kernel may hold before they are accepted
 * @param timeouts how long a silent client is waited for
 * @param minimumRate the slowest client that is still served
 * @param connectionLimit how many connections one client may have
 * @param intermediaries who stands between clients and the listeners
 */
public record ListenerSettings(
        int ioThreads,
        int blockingTasks,
        int blockingTasksPerShare,
        int queuedBlockingTasks,
        int backlog,
        Timeouts timeouts,
        MinimumRate minimumRate,
        ConnectionLimit connectionLimit,
        Intermediaries intermediaries) {

    public ListenerSettings {
        requirePositive("ioThreads", ioThreads);
        requirePositive("blockingTasks", blockingTasks);
        requirePositive("blockingTasksPerShare", blockingTasksPerShare);
        requirePositive("queuedBlockingTasks", queuedBlockingTasks);
        requirePositive("backlog", backlog);
    }

    /** What fits a machine with this many cores. */
    public static ListenerSettings forCores(int cores) {
        return new ListenerSettings(
                cores,
                64 * cores,
                32 * cores,
                256 * cores,
                4096,
                Timeouts.standard(),
                MinimumRate.standard(),
                ConnectionLimit.NONE,
                Intermediaries.NONE);
    }

    /** These settings with another number of I/O threads. */
    public ListenerSettings onIoThreads(int threads) {
        return new ListenerSettings(
                threads,
                blockingTasks,
                blockingTasksPerShare,
                queuedBlockingTasks,
                backlog,
                timeouts,
                minimumRate,
                connectionLimit,
                intermediaries);
    }

    /** These settings with other time limits. */
    public ListenerSettings with(Timeouts other) {
        return with(other, minimumRate, connectionLimit);
    }

    /** These settings with another minimum rate. */
    public ListenerSettings with(MinimumRate other) {
        return with(timeouts, other, connectionLimit);
    }

    /** These settings with another limit of connections. */
    public ListenerSettings with(ConnectionLimit other) {
        return with(timeouts, minimumRate, other);
    }

    /** These settings behind other load balancers and forwarders. */
    public ListenerSettings behind(Intermediaries others) {
        return with(timeouts, minimumRate, connectionLimit, others);
    }

    private ListenerSettings with(Timeouts otherTimeouts, MinimumRate otherRate, ConnectionLimit otherLimit) {
        return with(otherTimeouts, otherRate, otherLimit, intermediaries);
    }

    private ListenerSettings with(
            Timeouts otherTimeouts, MinimumRate otherRate, ConnectionLimit otherLimit, Intermediaries others) {
        return new ListenerSettings(
                ioThreads,
                blockingTasks,
                blockingTasksPerShare,
                queuedBlockingTasks,
                backlog,
                otherTimeouts,
                otherRate,
                otherLimit,
                others);
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive");
        }
    }

    /**
     * Who stands between clients and the listeners, and is believed who the client is.
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
     * How long a silent client is waited for. Bodies are under {@link MinimumRate} instead.
     *
     * @param head from the first byte of a request's head to its last
     * @param betweenRequests until the first byte of the next request; also bounds a TLS handshake
     * @param silence no byte in either direction, whatever the reason; must exceed the longest silence of a request
     *     that waits for the platform, which is ten minutes for {@code CompleteMultipartUpload}
     * @param leftoverBody for a body nobody reads, before a connection that could be kept is given up
     * @param linger for a client to read an answer that came before the end of its request, before it is cut
     */
    public record Timeouts(
            Duration head, Duration betweenRequests, Duration silence, Duration leftoverBody, Duration linger) {

        /** What the threat model asks for. */
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
     * How many connections one client may have.
     *
     * @param perAddress of one address; 0 for as many as it likes
     * @param exempt addresses without a limit, such as those of load balancers
     */
    public record ConnectionLimit(int perAddress, List<AddressRange> exempt) {

        /** Nobody is limited. */
        public static final ConnectionLimit NONE = new ConnectionLimit(0, List.of());

        public ConnectionLimit {
            exempt = List.copyOf(exempt);
        }
    }

    /**
     * The slowest client that is still served, measured only while a request really waits for its client.
     *
     * @param bytesPerSecond average over the window
     * @param window how long a client may stay below it
     */
    public record MinimumRate(long bytesPerSecond, Duration window) {

        /** 1 KiB/s over half a minute. */
        public static MinimumRate standard() {
            return new MinimumRate(1024, Duration.ofSeconds(30));
        }
    }
}
