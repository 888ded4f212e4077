package dev.ose.server.admin.access;

import dev.ose.s3.policy.AccessRequest;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.RoleArn;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authorisation of tenants' users by their attached policies in the admin API. A user with policies may only do what
 * they allow, in IAM with a key as in the admin API with a password: an operation that IAM or S3 also has is that
 * action, any other is the action {@code ose:} with the operation's name. {@link AdminAuthorizer} checks the role
 * before; a policy never adds to it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html">the
 *     actions of IAM</a>
 */
public final class MemberPolicies {

    private static final String OWN = "ose:";
    private static final String OF_S3 = "s3:";
    private static final String OF_IAM = "iam:";
    private static final String LIST_ROLES = "iam:ListRoles";

    /** Operations without data of a tenant, or about the caller itself. */
    private static final Set<AdminOperation> FREE = EnumSet.of(
            AdminOperation.SHOW_LIVENESS,
            AdminOperation.SHOW_READINESS,
            AdminOperation.SHOW_METRICS,
            AdminOperation.DESCRIBE_API,
            AdminOperation.DESCRIBE_API_IN_YAML,
            AdminOperation.SHOW_CALLER,
            AdminOperation.SHOW_SECOND_FACTOR,
            AdminOperation.BEGIN_SECOND_FACTOR,
            AdminOperation.CONFIRM_SECOND_FACTOR,
            AdminOperation.END_SECOND_FACTOR,
            AdminOperation.LIST_SESSIONS,
            AdminOperation.END_SESSIONS,
            AdminOperation.END_SESSION,
            AdminOperation.LIST_TOKENS,
            AdminOperation.DELETE_TOKEN,
            AdminOperation.SIGN_IN,
            AdminOperation.SHOW_SESSION,
            AdminOperation.SIGN_OUT,
            AdminOperation.LIST_SIGN_IN_PROVIDERS,
            AdminOperation.BEGIN_PROVIDER_SIGN_IN,
            AdminOperation.END_PROVIDER_SIGN_IN,
            AdminOperation.END_ADMINISTRATOR_SIGN_IN,
            AdminOperation.RECEIVE_NOTIFICATIONS);

    private static final Map<AdminOperation, String> OF_AWS = new EnumMap<>(Map.ofEntries(
            Map.entry(AdminOperation.CHANGE_PASSWORD, "iam:ChangePassword"),
            Map.entry(AdminOperation.CREATE_USER, "iam:CreateUser"),
            Map.entry(AdminOperation.LIST_USERS, "iam:ListUsers"),
            Map.entry(AdminOperation.GET_USER, "iam:GetUser"),
            Map.entry(AdminOperation.DISABLE_USER, "iam:UpdateUser"),
            Map.entry(AdminOperation.ENABLE_USER, "iam:UpdateUser"),
            Map.entry(AdminOperation.DELETE_USER, "iam:DeleteUser"),
            Map.entry(AdminOperation.PUT_LOGIN, "iam:UpdateLoginProfile"),
            Map.entry(AdminOperation.DELETE_LOGIN, "iam:DeleteLoginProfile"),
            Map.entry(AdminOperation.RESET_USER_SECOND_FACTOR, "iam:DeactivateMFADevice"),
            Map.entry(AdminOperation.LIST_USER_POLICIES, "iam:ListUserPolicies"),
            Map.entry(AdminOperation.GET_USER_POLICY, "iam:GetUserPolicy"),
            Map.entry(AdminOperation.PUT_USER_POLICY, "iam:PutUserPolicy"),
            Map.entry(AdminOperation.DELETE_USER_POLICY, "iam:DeleteUserPolicy"),
            Map.entry(AdminOperation.LIST_ROLES, LIST_ROLES),
            Map.entry(AdminOperation.GET_ROLE, "iam:GetRole"),
            Map.entry(AdminOperation.LIST_ROLE_POLICIES, "iam:ListRolePolicies"),
            Map.entry(AdminOperation.GET_ROLE_POLICY, "iam:GetRolePolicy"),
            Map.entry(AdminOperation.CREATE_ROLE, "iam:CreateRole"),
            Map.entry(AdminOperation.DELETE_ROLE, "iam:DeleteRole"),
            Map.entry(AdminOperation.PUT_ROLE_TRUST, "iam:UpdateAssumeRolePolicy"),
            Map.entry(AdminOperation.PUT_ROLE_POLICY, "iam:PutRolePolicy"),
            Map.entry(AdminOperation.DELETE_ROLE_POLICY, "iam:DeleteRolePolicy"),
            Map.entry(AdminOperation.CREATE_CREDENTIAL, "iam:CreateAccessKey"),
            Map.entry(AdminOperation.LIST_CREDENTIALS, "iam:ListAccessKeys"),
            Map.entry(AdminOperation.DISABLE_CREDENTIAL, "iam:UpdateAccessKey"),
            Map.entry(AdminOperation.ENABLE_CREDENTIAL, "iam:UpdateAccessKey"),
            Map.entry(AdminOperation.DELETE_CREDENTIAL, "iam:DeleteAccessKey"),
            Map.entry(AdminOperation.LIST_IDENTITY_PROVIDERS, "iam:ListOpenIDConnectProviders"),
            Map.entry(AdminOperation.GET_IDENTITY_PROVIDER, "iam:GetOpenIDConnectProvider"),
            Map.entry(AdminOperation.LIST_BUCKETS, "s3:ListAllMyBuckets"),
            Map.entry(AdminOperation.FIND_OBJECTS, "s3:ListBucket"),
            Map.entry(AdminOperation.CREATE_WEBHOOK, "s3:PutBucketNotification"),
            Map.entry(AdminOperation.DELETE_WEBHOOK, "s3:PutBucketNotification"),
            Map.entry(AdminOperation.REDELIVER_EVENTS, "s3:PutBucketNotification"),
            Map.entry(AdminOperation.LIST_WEBHOOKS, "s3:GetBucketNotification"),
            Map.entry(AdminOperation.GET_WEBHOOK, "s3:GetBucketNotification")));

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

    /** The operation's action in policies; empty if the role suffices. */
    public static Optional<String> action(AdminOperation operation) {
        if (FREE.contains(operation)) {
            return Optional.empty();
        }
        String ofAws = OF_AWS.get(operation);
        return Optional.of(ofAws == null ? OWN + operation.title() : ofAws);
    }

    /** Whether the caller's policies permit the operation; a caller without policies has its role alone. */
    public static boolean permit(
            AdminCaller.Member caller, AdminOperation operation, Subject subject, RequestFacts facts, Instant now) {
        return caller.limits().isNone()
                || action(operation)
                        .map(action -> caller.limits()
                                .permit(new AccessRequest(
                                        action, resource(caller, action, subject), new Context(caller, facts, now))))
                        .orElse(true);
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
