package dev.ose.server.admin.access.token;

import dev.ose.server.admin.access.account.Account;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * What a token that was shown stands for.
 *
 * @param account as it is at this moment
 * @param isSignInOverdue whether the account signs in by an identity provider only, and has not for too long
 */
public record TokenLogin(Account account, TokenScope scope, boolean isSignInOverdue) {

    /**
     * Requires that the token may act.
     *
     * @throws FailureException {@code CallerDisabled}; {@code SignInOverdue}
     */
    public void requireUsable() {
        if (!account.isActive()) {
            throw new FailureException(new Failure.CallerDisabled());
        }
        if (isSignInOverdue) {
            throw new FailureException(new Failure.SignInOverdue());
        }
    }
}
