package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How to reach a Ceph object gateway.
 *
 * @param adminEndpoint scheme, host and port at which the admin ops API answers under {@code /admin}
 * @param s3Endpoint scheme, host and port of the S3 service, which may be the same
 * @param region region that signatures are scoped to: the gateway's {@code api_name}
 * @param administrator key pair of the gateway's user that administers it, who needs the capabilities
 *     {@code users=*;buckets=read;metadata=read}
 * @param connectTimeout how long connecting may take, the TLS handshake included
 * @param timeout how long a request may take until its answer is complete
 * @param tls the trusted certificates if the admin endpoint is https
 * @param routes how administrative requests get there
 */
public record CephPlatformConfig(
        URI adminEndpoint,
        URI s3Endpoint,
        String region,
        PlatformKey administrator,
        Duration connectTimeout,
        Duration timeout,
        SSLContext tls,
        OutboundRoutes routes) {

    public CephPlatformConfig {
        if (region.isBlank() || administrator.accessKey().isBlank()) {
            throw new IllegalArgumentException("region and access key must not be blank");
        }
        if (!connectTimeout.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException("timeouts must be positive");
        }
    }
}
