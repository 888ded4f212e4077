package dev.ose.adapter.osis;

import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach an OSIS service.
 *
 * @param endpoint what its paths, which begin with {@code /api}, are appended to
 * @param s3Endpoint scheme, host and port of the platform's S3 service; absent means the one that the service reports
 * @param region region that S3 requests are signed for; absent means the one that the service reports
 * @param connectTimeout how long connecting may take, the TLS handshake included
 * @param timeout how long a request may take until its answer is complete
 * @param tls the trusted certificates if the endpoint is https
 * @param routes how administrative requests get there
 */
public record OsisPlatformConfig(
        URI endpoint,
        OsisLogin login,
        @Nullable URI s3Endpoint,
        @Nullable String region,
        Duration connectTimeout,
        Duration timeout,
        SSLContext tls,
        OutboundRoutes routes) {

    public OsisPlatformConfig {
        if (endpoint.getHost() == null || endpoint.getRawQuery() != null) {
            throw new IllegalArgumentException("the endpoint needs a host and no query");
        }
        if (!connectTimeout.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException("timeouts must be positive");
        }
    }

    /** The full address of this path and query. */
    URI address(String pathAndQuery) {
        String base = endpoint.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + pathAndQuery);
    }
}
