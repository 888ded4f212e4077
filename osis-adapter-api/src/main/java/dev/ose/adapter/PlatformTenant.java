package dev.ose.adapter;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as the platform has it.
 *
 * @param s3Endpoint scheme, host and port of the tenant's own S3 service, where the platform has one for each; absent
 *     means that it is the platform's
 */
public record PlatformTenant(
        PlatformTenantId id, String name, @Nullable URI s3Endpoint) {

    /** A tenant that uses the platform's S3 service. */
    public PlatformTenant(PlatformTenantId id, String name) {
        this(id, name, null);
    }
}
