package dev.ose.server.iam.federation;

import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.tenant.ProviderArn;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The condition keys of a role's trust policy for the bearer of a token. Confined to the request's thread.
 *
 * @param session the name of the session
 * @param budget bounds the cost of the evaluation
 */
record TokenClaims(
        RequestFacts request, Instant now, String session, TokenVerifier.Proof.Proven proof, EvaluationBudget budget)
        implements RequestContext {

    @Override
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case TOKEN_CLAIM -> claim(key.detail());
            case ROLE_SESSION_NAME -> List.of(session);
            default -> request.values(key, now);
        };
    }

    private List<String> claim(String key) {
        int colon = key.lastIndexOf(':');
        String issuer = ProviderArn.bare(proof.provider().issuer()).toLowerCase(Locale.ROOT);
        return key.substring(0, colon).equals(issuer)
                ? proof.conditions().getOrDefault(key.substring(colon + 1), List.of())
                : List.of();
    }

    @Override
    public boolean affords(long steps) {
        return budget.spend(steps);
    }
}
