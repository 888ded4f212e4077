package dev.ose.server.iam.federation;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * That the first token of somebody whom nobody knows yet makes a user.
 *
 * @param nameClaim the claim that names the new user
 * @param most how many users there may be who were made so; further ones are refused
 */
public record JitProvisioningPolicy(String nameClaim, int most) {

    /** The claim by which OpenID Connect tells how somebody wants to be called. */
    public static final String USUAL_CLAIM = "preferred_username";

    /** How many there may be, unless it is told. */
    public static final int USUAL_MOST = 1000;

    /** They are counted each time that one is made. */
    private static final int LARGEST_MOST = 100_000;

    /** Fails with {@code Invalid} and the field to blame. */
    public JitProvisioningPolicy {
        IdentityProvider.checkText("nameClaim", nameClaim);
        if (most < 0 || most > LARGEST_MOST) {
            throw new FailureException(new Failure.Invalid("mostUsers", "must be from 0 to " + LARGEST_MOST));
        }
    }
}
