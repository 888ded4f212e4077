package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Signs browsers in at identity providers.
 *
 * @see <a href="https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth">Authorization code flow</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9700">Best current practice</a>
 */
public interface SignInProtocol {

    /**
     * What one sign-in is known by.
     *
     * @param verifier proves to the provider that who began the sign-in ends it
     * @param nonce comes back in the token
     * @param redirect where the provider sends the browser back to
     */
    record Attempt(Secret verifier, Secret nonce, URI redirect) {}

    /** Whether the configuration of the client's provider is cached, so that {@link #begin} does not block. */
    boolean isKnown(OidcClient client);

    /**
     * Has this node ask a provider for its configuration again; others have it within five minutes. To be called if a
     * provider is set; one that is removed is not asked.
     */
    void forget(String issuer);

    /**
     * The address of the provider that the browser is sent to. Blocks on the provider unless its configuration is
     * cached.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Busy} if the provider does not answer
     */
    URI begin(OidcClient client, Secret state, Attempt attempt);

    /**
     * Exchanges a code of a tenant's provider for a token, and verifies the token. Blocks on the provider.
     *
     * @return refused without an exchange if another issuer gave the code
     */
    Outcome finish(SignInClient client, Code code, Attempt attempt);

    /** The same of a provider of administrators. */
    AdministratorOutcome finish(AdministratorProvider provider, Code code, Attempt attempt);

    /**
     * What a browser brings back.
     *
     * @param issuer the issuer that the answer names; null if it names none
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9207">Issuer identification</a>
     */
    record Code(Secret value, @Nullable String issuer) {}

    /** The end of a sign-in of a tenant's user. */
    sealed interface Outcome {

        /**
         * The provider vouches for a person.
         *
         * @param isAdministrator whether the token makes an administrator; false if the client has no claim for it
         */
        record SignedIn(TokenVerifier.Proof.Proven proof, boolean isAdministrator) implements Outcome {}

        /** It does not. */
        record Refused(TokenVerifier.Why why) implements Outcome {}
    }

    /** The end of a sign-in of an administrator of the provider. */
    sealed interface AdministratorOutcome {

        /**
         * The provider vouches for a person.
         *
         * @param name the value of the claim with the name of a new administrator; null if absent
         * @param isAdministrator whether the token makes an administrator
         */
        record SignedIn(String subject, @Nullable String name, boolean isAdministrator)
                implements AdministratorOutcome {}

        /** It does not. */
        record Refused(TokenVerifier.Why why) implements AdministratorOutcome {}
    }
}
