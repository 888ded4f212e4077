package dev.ose.server.admin.access.account;

import dev.ose.server.tenant.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An administrator of the provider.
 *
 * @param mustChange whether its password is good for choosing a new one only
 * @param identityProvider by which it signs in; null if it has a password
 * @param signedInAt the last sign-in; null if there was none
 */
public record Administrator(
        String name,
        Status status,
        boolean mustChange,
        boolean hasSecondFactor,
        @Nullable String identityProvider,
        Instant createdAt,
        @Nullable Instant signedInAt) {}
