package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OSE as a client of an identity provider, by which browsers sign in.
 *
 * @param provider the client's id is an audience of its tokens at the sign-in, whatever others it has
 * @param id as the provider knows the client
 * @param secret null for a public client, which PKCE alone protects
 * @param roleClaim the claim that names a user's roles; null if roles are managed here
 * @param administrators the values of that claim that make an administrator of the tenant
 */
public record SignInClient(
        IdentityProvider provider,
        String id,
        @Nullable Secret secret,
        @Nullable String roleClaim,
        List<String> administrators) {

    private static final int MAX_VALUES = 100;

    /** Fails with {@code Invalid}, which names the field. */
    public SignInClient {
        administrators = List.copyOf(administrators);
        IdentityProvider.checkText("clientId", id);
        if (roleClaim != null) {
            IdentityProvider.checkText("roleClaim", roleClaim);
        }
        administrators.forEach(value -> IdentityProvider.checkText("administrators", value));
        if (administrators.size() > MAX_VALUES || (roleClaim == null) != administrators.isEmpty()) {
            throw new FailureException(new Failure.Invalid(
                    "administrators", "must be 1 to " + MAX_VALUES + " values of roleClaim, or absent with it"));
        }
    }

    /** OSE as a client of the issuer. */
    public OidcClient client() {
        return new OidcClient(provider.issuer(), id, secret);
    }
}
