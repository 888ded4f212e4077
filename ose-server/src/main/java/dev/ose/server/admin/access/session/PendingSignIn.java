package dev.ose.server.admin.access.session;

import dev.ose.server.tenant.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in that a browser has begun at an identity provider.
 *
 * @param browser digest of the cookie of the browser that began it
 * @param tenant null for administrators of the provider
 * @param provider the name of the tenant's identity provider, or of one of the provider's own
 * @param issuer the issuer that the browser was sent to, which alone may answer
 * @param returnTo the path to which the browser goes afterwards
 */
public record PendingSignIn(
        String browser, @Nullable TenantId tenant, String provider, String issuer, String returnTo) {}
