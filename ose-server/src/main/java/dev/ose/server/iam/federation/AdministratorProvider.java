package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An OpenID Connect identity provider by which administrators of the provider sign in. A type of its own beside {@link
 * IdentityProvider}, so that no identity provider of a tenant can take its place.
 *
 * @param name the name for administrators
 * @param issuer the exact issuer claim of its tokens
 * @param clientId as the identity provider knows OSE; the only audience that is accepted
 * @param clientSecret null for a public client, which PKCE alone protects
 * @param nameClaim the claim that names an administrator at the first sign-in
 * @param roleClaim the claim that names a person's roles
 * @param administrators its values that make an administrator, at least one
 */
public record AdministratorProvider(
        String name,
        String issuer,
        String clientId,
        @Nullable Secret clientSecret,
        String nameClaim,
        String roleClaim,
        List<String> administrators) {

    private static final int MOST_VALUES = 100;

    /** Fails with {@code Invalid}, which names the field. */
    public AdministratorProvider {
        administrators = List.copyOf(administrators);
        IdentityProvider.checkText("name", name);
        IdentityProvider.checkAddress("issuer", issuer);
        IdentityProvider.checkText("clientId", clientId);
        IdentityProvider.checkText("nameClaim", nameClaim);
        IdentityProvider.checkText("roleClaim", roleClaim);
        administrators.forEach(value -> IdentityProvider.checkText("administrators", value));
        if (administrators.isEmpty() || administrators.size() > MOST_VALUES) {
            throw new FailureException(
                    new Failure.Invalid("administrators", "must be 1 to " + MOST_VALUES + " values of roleClaim"));
        }
    }

    /** OSE as its client. */
    public OidcClient client() {
        return new OidcClient(issuer, clientId, clientSecret);
    }
}
