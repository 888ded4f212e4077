package dev.ose.server.admin.access.token;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes and finds tokens. Thread-safe; blocks on the database. */
public final class ApiTokens {

    /** The prefix of every token, by which scanners of leaked secrets recognise it. */
    public static final String PREFIX = "ose_pat_";

    /** The maximum lifetime of a token. */
    public static final Duration MAX_LIFETIME = Duration.ofDays(366);

    /** The maximum number of tokens of an account. */
    public static final int MAX = 50;

    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,64}");

    private final ApiTokenStore store;
    private final SecureRandom random;
    private final Clock clock;
    private final Duration signInMaxAge;

    /**
     * @param signInMaxAge how long tokens of accounts that sign in by an identity provider only work after the last
     *     sign-in: that provider decides who has an account, and says so at sign-ins
     */
    public ApiTokens(ApiTokenStore store, SecureRandom random, Clock clock, Duration signInMaxAge) {
        this.store = store;
        this.random = random;
        this.clock = clock;
        this.signInMaxAge = signInMaxAge;
    }

    /** A token that was made, and what its client shows from now on, which is shown only once. */
    public record Made(ApiToken token, Secret bearer) {}

    /**
     * Makes a token of an account.
     *
     * @throws FailureException {@code Invalid} with the field; {@code AlreadyExists} if the account has one of that
     *     name
     */
    public Made create(Account account, String name, TokenScope scope, Instant expiresAt) {
        if (!NAME.matcher(name).matches() || name.isBlank()) {
            throw invalid("name", "must have 1 to 64 characters and no control characters");
        }
        Instant now = clock.instant();
        if (!expiresAt.isAfter(now) || expiresAt.isAfter(now.plus(MAX_LIFETIME))) {
            throw invalid("expiresAt", "must be in the future, by at most " + MAX_LIFETIME.toDays() + " days");
        }
        Secret bearer = BearerDigest.random(random, PREFIX);
        ApiTokenStore.Draft draft = new ApiTokenStore.Draft(name, BearerDigest.of(bearer), scope, expiresAt);
        return new Made(store.add(account.id(), draft, MAX), bearer);
    }

    /** Deletes a token, which is refused from then on. */
    public void delete(Account account, TokenId token) {
        if (!store.delete(account.id(), token)) {
            throw new FailureException(new Failure.NotFound("token", token.toString()));
        }
    }

    /** The account and scope of a presented token; empty if it is invalid or has expired. */
    public Optional<TokenLogin> find(Secret bearer) {
        return store.use(BearerDigest.of(bearer), signInMaxAge);
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
