package dev.ose.adapter.template;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How to reach the platform.
 *
 * @param adminEndpoint what the paths of its administration are appended to
 * @param s3Endpoint scheme, host and port of its S3 service
 * @param region region that S3 requests are signed for
 * @param token bearer token of its administration
 * @param connectTimeout how long connecting may take, the TLS handshake included
 * @param timeout how long a request may take until its answer is complete
 * @param tls the trusted certificates if the admin endpoint is https
 * @param routes how requests get there
 */
public record TemplateConfig(
        URI adminEndpoint,
        URI s3Endpoint,
        String region,
        Secret token,
        Duration connectTimeout,
        Duration timeout,
        SSLContext tls,
        OutboundRoutes routes) {}
