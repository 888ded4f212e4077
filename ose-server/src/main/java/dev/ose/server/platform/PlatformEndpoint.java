package dev.ose.server.platform;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The S3 endpoint of a tenant.
 *
 * @param own scheme, host and port of the tenant's own S3 service; null if the platform has one for all
 */
public record PlatformEndpoint(
        PlatformId platform, @Nullable URI own) {

    /** The common endpoint of a platform. */
    public static PlatformEndpoint common(PlatformId platform) {
        return new PlatformEndpoint(platform, null);
    }
}
