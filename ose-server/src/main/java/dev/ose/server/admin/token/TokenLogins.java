package dev.ose.server.admin.token;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.token.ApiTokens;
import dev.ose.server.admin.access.token.TokenLogin;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Signs the bearers of personal tokens in, and records it: the same at every interface. Tokens that are unknown or
 * expired are not recorded, since they are no account's. Thread-safe; blocks on the database.
 */
public final class TokenLogins {

    private final Supplier<ApiTokens> tokens;
    private final RecordedSignIns recorded;

    /** Both suppliers wait for the node's start if it is not over yet. */
    public TokenLogins(Supplier<ApiTokens> tokens, Supplier<AuditTrail> trail) {
        this.tokens = tokens;
        this.recorded = new RecordedSignIns(LoginKind.TOKEN, trail);
    }

    /**
     * The login of a token; empty if it is unknown or has expired.
     *
     * @throws FailureException of {@link TokenLogin#requireUsable}, and of the audit log
     */
    public Optional<TokenLogin> signIn(RecordedSignIns.Attempt attempt, Secret bearer) {
        Optional<TokenLogin> found = tokens.get().find(bearer);
        found.ifPresent(login -> require(attempt, bearer, login));
        return found;
    }

    private void require(RecordedSignIns.Attempt attempt, Secret bearer, TokenLogin login) {
        try {
            login.requireUsable();
        } catch (FailureException e) {
            Problem problem = ProblemJson.of(e.failure());
            recorded.refusedOnce(
                    attempt,
                    BearerDigest.of(bearer),
                    Optional.of(login.account().caller()),
                    new AuditOutcome(problem.status(), problem.code()));
            throw e;
        }
        recorded.accepted(attempt, login.account().caller());
    }
}
