package dev.ose.server.admin.access.account;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import org.jspecify.annotations.Nullable;

/**
 * An account, as it is at this moment.
 *
 * @param caller as whom it calls
 * @param hash what its password is checked against; null if it signs in by an identity provider only
 * @param isActive whether the account, its user and its tenant may act
 * @param mustChange whether its password is good for choosing a new one only
 * @param hasSecondFactor whether a sign-in with its password needs a code beside it
 */
public record Account(
        AccountId id,
        AdminCaller caller,
        @Nullable PasswordHash hash,
        boolean isActive,
        boolean mustChange,
        boolean hasSecondFactor) {}
