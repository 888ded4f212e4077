package dev.ose.adapter;

import java.net.URI;
import java.util.Set;

/**
 * What a platform is.
 *
 * @param kind short lower-case name of the adapter, such as {@code embedded} or {@code ceph}
 * @param version the platform's own version, for people
 * @param s3Endpoint scheme, host and port of its S3 service, without a path
 * @param region region that its S3 signatures are scoped to
 * @param capabilities what it can do
 * @param quirks what its S3 service does otherwise than S3
 */
public record PlatformInfo(
        String kind, String version, URI s3Endpoint, String region, Set<Capability> capabilities, Set<Quirk> quirks) {

    public PlatformInfo {
        if (!("http".equals(s3Endpoint.getScheme()) || "https".equals(s3Endpoint.getScheme()))) {
            throw new IllegalArgumentException("S3 endpoint must be http or https: " + s3Endpoint);
        }
        if (s3Endpoint.getHost() == null) {
            throw new IllegalArgumentException("S3 endpoint has no host: " + s3Endpoint);
        }
        capabilities = Set.copyOf(capabilities);
        quirks = Set.copyOf(quirks);
    }
}
