package dev.ose.server.admin.access.account;

import org.jspecify.annotations.Nullable;

/**
 * An administrator of the provider, as an identity provider says.
 *
 * @param provider the name of the identity provider
 * @param issuer the issuer that the token was verified against
 * @param subject its lasting id of the person, by which the account is found
 * @param name what a new account is called; null if it does not say
 */
public record FederatedAdministrator(
        String provider,
        String issuer,
        String subject,
        @Nullable String name) {}
