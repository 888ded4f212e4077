package dev.ose.server.iam.federation;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * Just-in-time provisioning: the first token of an unknown subject creates a user.
 *
 * @param nameClaim the claim with the name of the new user
 * @param most maximum number of users created so
 */
public record JitProvisioningPolicy(String nameClaim, int most) {

    /** The OpenID Connect claim for a preferred user name. */
    public static final String DEFAULT_CLAIM = "preferred_username";

    /** The default maximum. */
    public static final int DEFAULT_MAX = 1000;

    /** The users are counted at each creation. */
    private static final int LARGEST_MOST = 100_000;

    /** Fails with {@code Invalid}, which names the field. */
    public JitProvisioningPolicy {
        IdentityProvider.checkText("nameClaim", nameClaim);
        if (most < 0 || most > LARGEST_MOST) {
            throw new FailureException(new Failure.Invalid("maxUsers", "must be from 0 to " + LARGEST_MOST));
        }
    }
}
