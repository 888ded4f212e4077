package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.server.platform.PlatformEndpoint;

/**
 * What signs the requests of one user on one platform.
 *
 * @param endpoint where the buckets of the user's tenant are on the platform
 * @param key the user's own key pair there
 */
public record PlatformLogin(PlatformEndpoint endpoint, PlatformKey key) {}
