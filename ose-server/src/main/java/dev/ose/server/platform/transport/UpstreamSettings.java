package dev.ose.server.platform.transport;

import java.time.Duration;

/** Limits of a node's connections to platforms. */
public record UpstreamSettings(Pool pool, Timeouts timeouts) {

    /** The defaults, for a platform in the same data centre. */
    public static UpstreamSettings defaults() {
        return new UpstreamSettings(
                new Pool(1000, 900, 2000, Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofMinutes(5)),
                new Timeouts(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(60),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(60),
                        // As curl does for servers that ignore Expect.
                        Duration.ofSeconds(1)));
    }

    /**
     * The connections to one endpoint, of all I/O threads together.
     *
     * @param maxConnections open connections
     * @param maxPerTenant how many of them the requests of one tenant may take
     * @param maxWaiters requests that may wait for one of them
     * @param maxWait how long a request waits for a connection before it fails with {@code Busy}
     * @param maxIdle how long an unused connection is kept; must be below the platform's own
     * @param maxAge maximum age of a connection, so that a changed address takes effect
     */
    public record Pool(
            int maxConnections, int maxPerTenant, int maxWaiters, Duration maxWait, Duration maxIdle, Duration maxAge) {

        public Pool {
            if (maxConnections < 1 || maxPerTenant < 1 || maxWaiters < 0) {
                throw new IllegalArgumentException("at least one connection per tenant and no negative queue");
            }
        }
    }

    /**
     * How long one request may take.
     *
     * @param connect for the connect and TLS handshake
     * @param head how long the platform may take to answer once it has the request
     * @param patientHead the same for requests that may take minutes
     * @param stall how long a body may make no progress because of the platform
     * @param consent how long a body waits for 100 Continue before it is sent anyway
     */
    public record Timeouts(Duration connect, Duration head, Duration patientHead, Duration stall, Duration consent) {

        /** The same limit for all. */
        public static Timeouts all(Duration limit) {
            return new Timeouts(limit, limit, limit, limit, limit);
        }
    }
}
