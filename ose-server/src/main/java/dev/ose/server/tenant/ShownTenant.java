package dev.ose.server.tenant;

import org.jspecify.annotations.Nullable;

/**
 * A tenant as administrators see it.
 *
 * @param suspensionReason why it is disabled; null if it is not, or if no reason was given
 */
public record ShownTenant(Tenant tenant, @Nullable String suspensionReason) {}
