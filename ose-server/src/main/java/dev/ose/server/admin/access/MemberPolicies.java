package dev.ose.server.admin.access;

import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.RoleArn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authorisation of tenants' users by their attached policies in the admin API. A user with policies may only do what
 * they allow, in IAM with a key as in the admin API with a password; {@link AdminOperation#policyAction} names the
 * action. {@link AdminAuthorizer} checks the role before; a policy never adds to it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html">the
 *     actions of IAM</a>
 */
public final class MemberPolicies {

    private static final String OF_S3 = "s3:";
    private static final String OF_IAM = "iam:";
    private static final String LIST_ROLES = "iam:ListRoles";

    private MemberPolicies() {}

    /**
     * The subject of a request.
     *
     * @param userName the user's name; null if it is about no single user
     * @param bucket null if it is about no single bucket
     * @param role the name of the role; null if it is about no single role
     */
    public record Subject(
            @Nullable String userName,
            @Nullable String bucket,
            @Nullable String role) {}

    /** Whether the caller's policies permit the operation; a caller without policies has its role alone. */
    public static boolean permit(
            AdminCaller.Member caller, AdminOperation operation, Subject subject, RequestFacts facts, Instant now) {
        return operation
                .policyAction()
                .map(action -> permit(caller, action, subject, facts, now))
                .orElse(true);
    }

    /** The same for an action that an operation needs in addition. */
    public static boolean permit(
            AdminCaller.Member caller, String action, Subject subject, RequestFacts facts, Instant now) {
        return caller.limits().isNone()
                || caller.limits()
                        .permit(new AccessRequest(
                                action, resource(caller, action, subject), new Context(caller, facts, now)));
    }

    /**
     * The ARN of the role, the bucket or the user; of all of its kind if it is about no single one; else of the tenant.
     */
    private static String resource(AdminCaller.Member caller, String action, Subject subject) {
        if (subject.role() != null || action.equals(LIST_ROLES)) {
            return new RoleArn(caller.tenant(), subject.role() == null ? "*" : subject.role()).toString();
        }
        if (subject.bucket() != null) {
            return "arn:aws:s3:::" + subject.bucket();
        }
        if (subject.userName() != null) {
            return new PrincipalArn(caller.tenant(), subject.userName()).toString();
        }
        if (action.startsWith(OF_S3)) {
            return "arn:aws:s3:::*";
        }
        return new PrincipalArn(caller.tenant(), action.startsWith(OF_IAM) ? "*" : null).toString();
    }

    /** The condition keys. Confined to the request's thread. */
    private record Context(AdminCaller.Member caller, RequestFacts facts, Instant now, EvaluationBudget budget)
            implements RequestContext {

        Context(AdminCaller.Member caller, RequestFacts facts, Instant now) {
            this(caller, facts, now, new EvaluationBudget());
        }

        @Override
        public List<String> values(ContextKey key) {
            return switch (key.name()) {
                case USER_ID -> List.of(caller.user().toString());
                case USER_NAME -> List.of(caller.userName());
                default -> facts.values(key, now);
            };
        }

        @Override
        public boolean affords(long steps) {
            return budget.spend(steps);
        }
    }
}
