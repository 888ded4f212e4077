package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import java.net.URI;

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

    /**
     * The address of the provider that the browser is sent to. Blocks on the provider.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code Busy} if the provider does not answer
     */
    URI begin(SignInClient client, Secret state, Attempt attempt);

    /** Exchanges a code for a token, and verifies the token. Blocks on the provider. */
    Outcome finish(SignInClient client, Secret code, Attempt attempt);

    /** The end of a sign-in. */
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
}
