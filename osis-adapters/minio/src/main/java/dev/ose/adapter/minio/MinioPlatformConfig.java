package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How to reach a MinIO server.
 *
 * @param adminEndpoint scheme, host and port of the admin API
 * @param s3Endpoint scheme, host and port of the S3 service, which may be the same
 * @param region region that signatures are scoped to
 * @param administrator key pair of the root user, or of a user whose policy lets it administer users
 * @param keySecret what the secret keys of users are derived from; the same at every node and as long as the keys
 * @param connection how requests get there
 */
public record MinioPlatformConfig(
        URI adminEndpoint,
        URI s3Endpoint,
        String region,
        PlatformKey administrator,
        Secret keySecret,
        Connection connection) {

    /** The least length of {@link #keySecret}. */
    public static final int MIN_KEY_SECRET_BYTES = 32;

    /**
     * How administrative requests are sent.
     *
     * @param connectTimeout how long connecting may take, the TLS handshake included
     * @param timeout how long a request may take until its answer is complete
     * @param tls the trusted certificates if the endpoints are https
     * @param routes how administrative requests get there
     */
    public record Connection(Duration connectTimeout, Duration timeout, SSLContext tls, OutboundRoutes routes) {

        public Connection {
            if (!connectTimeout.isPositive() || !timeout.isPositive()) {
                throw new IllegalArgumentException("timeouts must be positive");
            }
        }
    }

    public MinioPlatformConfig {
        if (region.isBlank() || administrator.accessKey().isBlank()) {
            throw new IllegalArgumentException("region and access key must not be blank");
        }
        if (keySecret.use(bytes -> bytes.length) < MIN_KEY_SECRET_BYTES) {
            throw new IllegalArgumentException("the secret of keys is too short");
        }
    }
}
