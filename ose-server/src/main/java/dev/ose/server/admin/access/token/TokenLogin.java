package dev.ose.server.admin.access.token;

import dev.ose.server.admin.access.account.Account;

/**
 * What a token that was shown stands for.
 *
 * @param account as it is at this moment
 * @param isSignInOverdue whether the account signs in by an identity provider only, and has not for too long
 */
public record TokenLogin(Account account, TokenScope scope, boolean isSignInOverdue) {}
