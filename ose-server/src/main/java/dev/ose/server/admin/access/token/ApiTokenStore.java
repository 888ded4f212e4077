package dev.ose.server.admin.access.token;

import dev.ose.server.admin.access.account.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps tokens under their digests, by the database's clock. Blocks on the database; fails with {@code
 * MetadataUnavailable}.
 */
public interface ApiTokenStore {

    /**
     * Adds a token.
     *
     * @param most how many the account may have
     * @throws dev.ose.server.runtime.failure.FailureException {@code AlreadyExists} if the account has one of that
     *     name; {@code Invalid} if it has too many, or if there is no such tenant
     */
    ApiToken add(AccountId account, Draft draft, int most);

    /** Deletes a token of the account; says whether there was one. */
    boolean delete(AccountId account, TokenId token);

    /**
     * The token of the digest, which counts as used now unless a sign-in is overdue; empty if there is none or it has
     * expired.
     *
     * @param signInMaxAge after which a sign-in of an account without a password is overdue
     */
    Optional<TokenLogin> use(String digest, Duration signInMaxAge);

    /** A token to be added. */
    record Draft(String name, String digest, TokenScope scope, Instant expiresAt) {}
}
