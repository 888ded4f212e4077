package dev.ose.server.platform;

import java.net.URI;

/**
 * A platform as it was registered last, by any node.
 *
 * @param hasTenants whether tenants are mapped to it
 */
public record RecordedPlatform(PlatformId id, String name, URI s3Endpoint, boolean hasTenants) {}
