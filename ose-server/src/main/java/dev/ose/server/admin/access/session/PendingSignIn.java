package dev.ose.server.admin.access.session;

import dev.ose.server.tenant.TenantId;

/**
 * A sign-in that a browser has begun at an identity provider.
 *
 * @param browser digest of the cookie of the browser that began it
 * @param provider the name of the tenant's provider
 * @param returnTo the path to which the browser goes afterwards
 */
public record PendingSignIn(String browser, TenantId tenant, String provider, String returnTo) {}
