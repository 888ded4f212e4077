package dev.ose.server.platform;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where a tenant's objects are asked for.
 *
 * @param own scheme, host and port of the S3 service that the platform has for this tenant alone; null if it has one
 *     for all
 */
public record PlatformEndpoint(
        PlatformId platform, @Nullable URI own) {

    /** The one that a platform has for all its tenants. */
    public static PlatformEndpoint common(PlatformId platform) {
        return new PlatformEndpoint(platform, null);
    }
}
