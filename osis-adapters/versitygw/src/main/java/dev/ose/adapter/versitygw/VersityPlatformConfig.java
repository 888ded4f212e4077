package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How to reach a versitygw.
 *
 * @param adminEndpoint scheme, host and port of the admin API
 * @param s3Endpoint scheme, host and port of the S3 service, which may be the same
 * @param region region that signatures are scoped to
 * @param administrator key pair of the root account, or of another one with the role {@code admin}
 * @param connectTimeout how long connecting may take, the TLS handshake included
 * @param timeout how long a request may take until its answer is complete
 * @param tls the trusted certificates if the endpoints are https
 * @param routes how administrative requests get there
 */
public record VersityPlatformConfig(
        URI adminEndpoint,
        URI s3Endpoint,
        String region,
        PlatformKey administrator,
        Duration connectTimeout,
        Duration timeout,
        SSLContext tls,
        OutboundRoutes routes) {

    public VersityPlatformConfig {
        if (region.isBlank() || administrator.accessKey().isBlank()) {
            throw new IllegalArgumentException("region and access key must not be blank");
        }
        if (!connectTimeout.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException("timeouts must be positive");
        }
    }
}
