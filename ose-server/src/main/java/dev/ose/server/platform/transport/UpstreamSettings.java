package dev.ose.server.platform.transport;

import java.time.Duration;

/**
 * Limits of a node's connections to platforms.
 *
 * @param maxConnections open connections to one endpoint, of all I/O threads together
 * @param maxPerTenant how many of them the requests of one tenant may take
 * @param maxWaiters requests that may wait for one of them
 * @param waitTimeout how long a request waits for a connection before it fails with {@code Busy}
 * @param connectTimeout how long the connect and TLS handshake may take
 * @param idleTimeout how long an unused connection is kept; must be below the platform's own
 * @param maxAge maximum age of a connection, so that a changed address takes effect
 * @param headTimeout how long the platform may take to answer once it has the request
 * @param patientHeadTimeout the same for requests that may take minutes
 * @param stallTimeout how long a body may make no progress because of the platform
 * @param consentTimeout how long a body waits for 100 Continue before it is sent anyway
 */
public record UpstreamSettings(
        int maxConnections,
        int maxPerTenant,
        int maxWaiters,
        Duration waitTimeout,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration maxAge,
        Duration headTimeout,
        Duration patientHeadTimeout,
        Duration stallTimeout,
        Duration consentTimeout) {

    /** The defaults, for a platform in the same data centre. */
    public static UpstreamSettings defaults() {
        return new UpstreamSettings(
                1000,
                900,
                2000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(8),
                Duration.ofMinutes(5),
                Duration.ofSeconds(60),
                Duration.ofMinutes(10),
                Duration.ofSeconds(60),
                // As curl does for servers that ignore Expect.
                Duration.ofSeconds(1));
    }

    public UpstreamSettings {
        if (maxConnections < 1 || maxPerTenant < 1 || maxWaiters < 0) {
            throw new IllegalArgumentException("at least one connection per tenant and no negative queue");
        }
    }
}
