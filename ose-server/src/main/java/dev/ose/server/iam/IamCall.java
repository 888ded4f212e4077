package dev.ose.server.iam;

import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.access.CallerFacts;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.credential.Identity;
import java.util.List;

/**
 * An authenticated call.
 *
 * @param service {@code iam} or {@code sts}, as in the signature
 * @param budget bounds the cost of policy evaluation
 */
public record IamCall(
        String service, CallerFacts about, IamParameters parameters, String requestId, EvaluationBudget budget)
        implements RequestContext {

    /** A call with an unused budget. */
    public IamCall(String service, CallerFacts about, IamParameters parameters, String requestId) {
        this(service, about, parameters, requestId, new EvaluationBudget());
    }

    /** The authenticated caller. */
    public Identity caller() {
        return about.caller();
    }

    /** Fails with {@code NotAllowed} unless the caller's kind of key and its policies permit the action. */
    void requirePermission(String resource) {
        boolean mayMint =
                switch (caller().key().kind()) {
                    // An expiring key must not create a permanent one, nor a restricted key another one.
                    case RESERVED, USER -> caller().key().expiresAt() == null;
                    case APPLICATION, SESSION, UNKNOWN -> false;
                };
        if (!mayMint
                || !caller().limits().permit(new AccessRequest(service + ':' + parameters.action(), resource, this))) {
            throw denied();
        }
    }

    FailureException denied() {
        return new FailureException(new Failure.NotAllowed(parameters.action()));
    }

    /** The ARN of one of the tenant's users; the account is the tenant's id. */
    String userArn(String name) {
        return new PrincipalArn(caller().tenant(), name).toString();
    }

    @Override
    public boolean affords(long steps) {
        return budget.spend(steps);
    }

    @Override
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case EXTERNAL_ID -> parameter("ExternalId");
            case ROLE_SESSION_NAME -> parameter("RoleSessionName");
            default -> about.values(key);
        };
    }

    private List<String> parameter(String name) {
        String value = parameters.find(name);
        return value == null ? List.of() : List.of(value);
    }
}
