package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import org.jspecify.annotations.Nullable;

/**
 * OSE as a client of an issuer.
 *
 * @param id as the issuer knows the client
 * @param secret null for a public client
 */
public record OidcClient(String issuer, String id, @Nullable Secret secret) {}
