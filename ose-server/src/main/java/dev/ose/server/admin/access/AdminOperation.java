package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.AdminOperation.Audience.EVERYBODY;
import static dev.ose.server.admin.access.AdminOperation.Audience.MEMBERS;
import static dev.ose.server.admin.access.AdminOperation.Audience.PROVIDER;
import static dev.ose.server.admin.access.AdminOperation.Audience.PROVIDER_OR_LOCAL;
import static dev.ose.server.admin.access.AdminOperation.Audience.TENANT_ADMINISTRATORS;
import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.Mark.NEEDS_SIGN_IN;
import static dev.ose.server.admin.access.OperationTrait.Mark.NOT_AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_TENANT;
import static dev.ose.server.admin.access.OperationTrait.as;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The operations of the admin listener with their paths, permitted roles and traits. The single table for
 * authorisation, policies, tokens, the audit log, the published description and the hiding of unsupported features;
 * requests without a row are refused.
 */
public enum AdminOperation {
    SHOW_LIVENESS(GET, "/health/live", EVERYBODY, NO_POLICY, NO_TENANT),
    SHOW_READINESS(GET, "/health/ready", EVERYBODY, NO_POLICY, NO_TENANT),
    SHOW_METRICS(GET, "/metrics/prometheus", PROVIDER_OR_LOCAL, NO_POLICY),
    DESCRIBE_API(GET, "/api/v1/openapi", MEMBERS, NO_POLICY, NO_TENANT),
    DESCRIBE_API_IN_YAML(GET, "/api/v1/openapi.yaml", MEMBERS, NO_POLICY, NO_TENANT),
    SHOW_HEALTH(GET, "/api/v1/admin/health", PROVIDER),
    SHOW_CALLER(GET, "/api/v1/admin/me", MEMBERS, NO_POLICY, NO_TENANT),

    CHANGE_PASSWORD(PUT, "/api/v1/admin/me/password", MEMBERS, as("iam:ChangePassword"), NEEDS_SIGN_IN),
    SHOW_SECOND_FACTOR(GET, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY),
    BEGIN_SECOND_FACTOR(POST, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    CONFIRM_SECOND_FACTOR(PUT, "/api/v1/admin/me/totp", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    END_SECOND_FACTOR(POST, "/api/v1/admin/me/totp/disable", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),
    LIST_SESSIONS(GET, "/api/v1/admin/me/sessions", MEMBERS, NO_POLICY),
    END_SESSIONS(DELETE, "/api/v1/admin/me/sessions", MEMBERS, NO_POLICY),
    END_SESSION(DELETE, "/api/v1/admin/me/sessions/{session}", MEMBERS, NO_POLICY),
    CREATE_TOKEN(POST, "/api/v1/admin/me/tokens", MEMBERS, NEEDS_SIGN_IN),
    LIST_TOKENS(GET, "/api/v1/admin/me/tokens", MEMBERS, NO_POLICY),
    DELETE_TOKEN(DELETE, "/api/v1/admin/me/tokens/{token}", MEMBERS, NO_POLICY, NEEDS_SIGN_IN),

    /** The login is in the body. */
    SIGN_IN(POST, "/api/v1/session", EVERYBODY, NO_POLICY),
    SHOW_SESSION(GET, "/api/v1/session", MEMBERS, NO_POLICY),
    SIGN_OUT(DELETE, "/api/v1/session", MEMBERS, NO_POLICY),
    LIST_SIGN_IN_PROVIDERS(GET, "/api/v1/session/providers", EVERYBODY, NO_POLICY),
    BEGIN_PROVIDER_SIGN_IN(GET, "/api/v1/session/oidc/{provider}/start", EVERYBODY, NO_POLICY),

    /** The tenant is no target, but tells callbacks apart: a browser may be signed in at another tenant. */
    END_PROVIDER_SIGN_IN(
            GET, "/api/v1/session/tenants/{tenantName}/oidc/{provider}/callback", EVERYBODY, NO_POLICY, AUDITED),

    END_ADMINISTRATOR_SIGN_IN(
            GET, "/api/v1/session/administrators/oidc/{provider}/callback", EVERYBODY, NO_POLICY, AUDITED),

    ADD_ADMINISTRATOR(POST, "/api/v1/admin/administrators", PROVIDER, NEEDS_SIGN_IN),
    LIST_ADMINISTRATORS(GET, "/api/v1/admin/administrators", PROVIDER),
    GET_ADMINISTRATOR(GET, "/api/v1/admin/administrators/{administrator}", PROVIDER),
    DISABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/disable", PROVIDER),
    ENABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/enable", PROVIDER, NEEDS_SIGN_IN),
    DELETE_ADMINISTRATOR(DELETE, "/api/v1/admin/administrators/{administrator}", PROVIDER, NEEDS_SIGN_IN),
    PUT_ADMINISTRATOR_PASSWORD(PUT, "/api/v1/admin/administrators/{administrator}/password", PROVIDER, NEEDS_SIGN_IN),
    RESET_ADMINISTRATOR_SECOND_FACTOR(
            DELETE, "/api/v1/admin/administrators/{administrator}/totp", PROVIDER, NEEDS_SIGN_IN),

    PUT_ADMINISTRATOR_PROVIDER(PUT, "/api/v1/admin/identity-providers/{name}", PROVIDER, NEEDS_SIGN_IN),
    LIST_ADMINISTRATOR_PROVIDERS(GET, "/api/v1/admin/identity-providers", PROVIDER),
    GET_ADMINISTRATOR_PROVIDER(GET, "/api/v1/admin/identity-providers/{name}", PROVIDER),
    DELETE_ADMINISTRATOR_PROVIDER(DELETE, "/api/v1/admin/identity-providers/{name}", PROVIDER),

    /** Authenticated by the platform's secret, which is no login and is verified before. */
    RECEIVE_NOTIFICATIONS(POST, "/api/v1/platforms/{platform}/notifications", EVERYBODY, NO_POLICY, NOT_AUDITED),

    CREATE_TENANT(POST, "/api/v1/admin/tenants", PROVIDER),
    LIST_TENANTS(GET, "/api/v1/admin/tenants", PROVIDER),
    GET_TENANT(GET, "/api/v1/admin/tenants/{tenant}", MEMBERS),
    DISABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/disable", PROVIDER),
    ENABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/enable", PROVIDER),
    DELETE_TENANT(DELETE, "/api/v1/admin/tenants/{tenant}", PROVIDER),
    PUT_TENANT_SETTINGS(PUT, "/api/v1/admin/tenants/{tenant}/settings", PROVIDER),

    /** For the tenant alone: the provider would admit itself. */
    PUT_PROVIDER_ACCESS(PUT, "/api/v1/admin/tenants/{tenant}/provider-access", TENANT_ADMINISTRATORS, NEEDS_SIGN_IN),

    GET_TENANT_CONSOLE(
            GET,
            "/api/v1/admin/tenants/{tenant}/console",
            ADMINISTRATORS,
            needs(Capability.CONSOLE),
            AUDITED,
            ENTERS_TENANT,
            NEEDS_SIGN_IN),
    REMAP_TENANT(PUT, "/api/v1/admin/tenants/{tenant}/platform-tenant", PROVIDER),

    GET_DIRECTOR_ORGANISATION(GET, "/api/v1/admin/tenants/{tenant}/director-organisation", ADMINISTRATORS),
    PUT_DIRECTOR_ORGANISATION(PUT, "/api/v1/admin/tenants/{tenant}/director-organisation", PROVIDER, NEEDS_SIGN_IN),
    DELETE_DIRECTOR_ORGANISATION(
            DELETE, "/api/v1/admin/tenants/{tenant}/director-organisation", PROVIDER, NEEDS_SIGN_IN),

    PUT_IDENTITY_PROVIDER(PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER, NEEDS_SIGN_IN),
    LIST_IDENTITY_PROVIDERS(
            GET,
            "/api/v1/admin/tenants/{tenant}/identity-providers",
            ADMINISTRATORS,
            as("iam:ListOpenIDConnectProviders")),
    GET_IDENTITY_PROVIDER(
            GET,
            "/api/v1/admin/tenants/{tenant}/identity-providers/{name}",
            ADMINISTRATORS,
            as("iam:GetOpenIDConnectProvider")),
    PUT_SIGN_IN_CLIENT(
            PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER, NEEDS_SIGN_IN),
    GET_SIGN_IN_CLIENT(GET, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", ADMINISTRATORS),
    DELETE_SIGN_IN_CLIENT(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER),
    DELETE_IDENTITY_PROVIDER(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER),

    EXPORT_METERING(GET, "/api/v1/admin/metering", PROVIDER),
    EXPORT_METERING_AS_CSV(GET, "/api/v1/admin/metering.csv", PROVIDER),
    EXPORT_TENANT_METERING(GET, "/api/v1/admin/tenants/{tenant}/metering", ADMINISTRATORS),
    EXPORT_TENANT_METERING_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/metering.csv", ADMINISTRATORS),
    GET_PLATFORM(GET, "/api/v1/admin/platforms/{platform}", PROVIDER),
    GET_PLATFORM_CONSOLE(
            GET,
            "/api/v1/admin/platforms/{platform}/console",
            PROVIDER,
            needs(Capability.CONSOLE),
            AUDITED,
            NEEDS_SIGN_IN),
    PROBE_PLATFORM(POST, "/api/v1/admin/platforms/{platform}/probe", PROVIDER),
    SHOW_RECONCILIATION(GET, "/api/v1/admin/reconciliation", PROVIDER),
    RECONCILE(POST, "/api/v1/admin/reconciliation", PROVIDER),

    LIST_AUDIT(GET, "/api/v1/admin/audit", PROVIDER),
    EXPORT_AUDIT_AS_CSV(GET, "/api/v1/admin/audit.csv", PROVIDER, AUDITED),
    EXPORT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/audit.jsonl", PROVIDER, AUDITED),
    LIST_TENANT_AUDIT(GET, "/api/v1/admin/tenants/{tenant}/audit", ADMINISTRATORS),
    EXPORT_TENANT_AUDIT_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/audit.csv", ADMINISTRATORS, AUDITED),
    EXPORT_TENANT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/tenants/{tenant}/audit.jsonl", ADMINISTRATORS, AUDITED),

    CREATE_USER(POST, "/api/v1/admin/tenants/{tenant}/users", ADMINISTRATORS, as("iam:CreateUser")),
    ADOPT_USER(POST, "/api/v1/admin/tenants/{tenant}/users/adopt", PROVIDER, ENTERS_TENANT),
    ADOPT_BUCKETS(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/buckets/adopt",
            PROVIDER,
            needs(Capability.BUCKET_LISTS)),
    LIST_USERS(GET, "/api/v1/admin/tenants/{tenant}/users", ADMINISTRATORS, as("iam:ListUsers")),
    GET_USER(GET, "/api/v1/admin/tenants/{tenant}/users/{user}", MEMBERS, as("iam:GetUser")),
    DISABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/disable", ADMINISTRATORS, as("iam:UpdateUser")),
    ENABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/enable", ADMINISTRATORS, as("iam:UpdateUser")),

    /** With a new owner, buckets are transferred, too, which needs its own permission. */
    DELETE_USER(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}", ADMINISTRATORS, as("iam:DeleteUser")),

    PUT_LOGIN(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/login",
            MEMBERS,
            IMPERSONATES,
            as("iam:UpdateLoginProfile"),
            NEEDS_SIGN_IN),
    DELETE_LOGIN(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/login", MEMBERS, as("iam:DeleteLoginProfile")),
    RESET_USER_SECOND_FACTOR(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/totp",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeactivateMFADevice"),
            NEEDS_SIGN_IN),
    GET_PLATFORM_USAGE(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/platform-usage", MEMBERS, needs(Capability.USAGE)),

    GET_TENANT_USAGE(GET, "/api/v1/admin/tenants/{tenant}/usage", ADMINISTRATORS),
    GET_USER_USAGE(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/usage", MEMBERS),
    GET_BUCKET_USAGE(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/usage", ADMINISTRATORS),

    LIST_QUOTAS(GET, "/api/v1/admin/tenants/{tenant}/quotas", ADMINISTRATORS),
    GET_TENANT_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/quota", ADMINISTRATORS),
    PUT_TENANT_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/quota", PROVIDER),
    DELETE_TENANT_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/quota", PROVIDER),
    GET_USER_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", MEMBERS),
    PUT_USER_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", ADMINISTRATORS),
    DELETE_USER_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/quota", ADMINISTRATORS),
    GET_BUCKET_QUOTA(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS),
    PUT_BUCKET_QUOTA(PUT, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS),
    DELETE_BUCKET_QUOTA(DELETE, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/quota", ADMINISTRATORS),

    /** Plain users see their own. */
    LIST_BUCKETS(GET, "/api/v1/admin/tenants/{tenant}/buckets", MEMBERS, as("s3:ListAllMyBuckets")),

    GET_BUCKET(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}", MEMBERS),

    TRANSFER_BUCKET(
            PUT,
            "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/owner",
            ADMINISTRATORS,
            IMPERSONATES,
            needs(Capability.BUCKET_TRANSFERS),
            ENTERS_TENANT),

    SYNC_BUCKET(POST, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),
    LIST_SYNC_RUNS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),

    ENABLE_LABELS(PUT, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    SHOW_LABELS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    DISABLE_LABELS(DELETE, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),

    CREATE_WEBHOOK(
            POST,
            "/api/v1/admin/tenants/{tenant}/webhooks",
            ADMINISTRATORS,
            as("s3:PutBucketNotification"),
            ENTERS_TENANT),
    LIST_WEBHOOKS(GET, "/api/v1/admin/tenants/{tenant}/webhooks", ADMINISTRATORS, as("s3:GetBucketNotification")),
    GET_WEBHOOK(
            GET, "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}", ADMINISTRATORS, as("s3:GetBucketNotification")),
    DELETE_WEBHOOK(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}",
            ADMINISTRATORS,
            as("s3:PutBucketNotification")),
    REDELIVER_EVENTS(
            POST,
            "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}/redeliver",
            ADMINISTRATORS,
            as("s3:PutBucketNotification")),

    /** Plain users search their own buckets. */
    FIND_OBJECTS(GET, "/api/v1/admin/tenants/{tenant}/objects", MEMBERS, as("s3:ListBucket"), ENTERS_TENANT),

    LIST_JOBS(GET, "/api/v1/admin/jobs", PROVIDER),
    LIST_TENANT_JOBS(GET, "/api/v1/admin/tenants/{tenant}/jobs", ADMINISTRATORS),
    START_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", MEMBERS, IMPERSONATES, ENTERS_TENANT),
    LIST_USER_JOBS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", MEMBERS),
    GET_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}", MEMBERS),
    FOLLOW_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/events", MEMBERS),
    PAUSE_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/pause", MEMBERS),
    RESUME_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/resume", MEMBERS, ENTERS_TENANT),
    CANCEL_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/cancel", MEMBERS),
    RETRY_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/retry", MEMBERS, ENTERS_TENANT),
    LIST_JOB_FAILURES(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures", MEMBERS, ENTERS_TENANT),
    EXPORT_JOB_FAILURES_AS_CSV(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures.csv", MEMBERS, ENTERS_TENANT),

    LIST_USER_POLICIES(
            GET,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies",
            MEMBERS,
            as("iam:ListUserPolicies"),
            ENTERS_TENANT),
    GET_USER_POLICY(
            GET,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            MEMBERS,
            as("iam:GetUserPolicy"),
            ENTERS_TENANT),
    PUT_USER_POLICY(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:PutUserPolicy"),
            ENTERS_TENANT),
    DELETE_USER_POLICY(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:DeleteUserPolicy"),
            ENTERS_TENANT),

    LIST_ROLES(GET, "/api/v1/admin/tenants/{tenant}/roles", ADMINISTRATORS, as("iam:ListRoles"), ENTERS_TENANT),
    GET_ROLE(GET, "/api/v1/admin/tenants/{tenant}/roles/{role}", ADMINISTRATORS, as("iam:GetRole"), ENTERS_TENANT),
    LIST_ROLE_POLICIES(
            GET,
            "/api/v1/admin/tenants/{tenant}/roles/{role}/policies",
            ADMINISTRATORS,
            as("iam:ListRolePolicies"),
            ENTERS_TENANT),
    GET_ROLE_POLICY(
            GET,
            "/api/v1/admin/tenants/{tenant}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            as("iam:GetRolePolicy"),
            ENTERS_TENANT),

    /** The user is the one as whom the role acts: a change of the role is an act in that user's name. */
    CREATE_ROLE(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:CreateRole"),
            ENTERS_TENANT),
    DELETE_ROLE(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeleteRole"),
            ENTERS_TENANT),
    PUT_ROLE_TRUST(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/trust",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:UpdateAssumeRolePolicy"),
            ENTERS_TENANT),
    PUT_ROLE_POLICY(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:PutRolePolicy"),
            ENTERS_TENANT),
    DELETE_ROLE_POLICY(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            IMPERSONATES,
            as("iam:DeleteRolePolicy"),
            ENTERS_TENANT),

    CREATE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials",
            MEMBERS,
            IMPERSONATES,
            as("iam:CreateAccessKey"),
            ENTERS_TENANT),
    LIST_CREDENTIALS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials", MEMBERS, as("iam:ListAccessKeys")),
    DISABLE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/disable",
            MEMBERS,
            as("iam:UpdateAccessKey")),
    ENABLE_CREDENTIAL(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/enable",
            MEMBERS,
            as("iam:UpdateAccessKey")),
    DELETE_CREDENTIAL(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}",
            MEMBERS,
            as("iam:DeleteAccessKey"));

    private final Method method;
    private final String path;
    private final Audience audience;

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable: List.of of constants and records.
    private final List<OperationTrait> traits;

    AdminOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        this.method = method;
        this.path = path;
        this.audience = audience;
        this.traits = List.of(traits);
    }

    /** The HTTP method of an operation. */
    public enum Method {
        GET,
        POST,
        PUT,
        DELETE
    }

    /** The callers that an operation is for. */
    enum Audience {
        EVERYBODY,
        MEMBERS,
        ADMINISTRATORS,
        TENANT_ADMINISTRATORS,
        PROVIDER,
        /** Without a login from the node's own machine only, or if an option permits it. */
        PROVIDER_OR_LOCAL;

        Set<AdminRole> roles() {
            return switch (this) {
                case EVERYBODY -> Set.of(AdminRole.values());
                case MEMBERS -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.TENANT_ADMIN, AdminRole.TENANT_USER);
                case ADMINISTRATORS -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.TENANT_ADMIN);
                case TENANT_ADMINISTRATORS -> Set.of(AdminRole.TENANT_ADMIN);
                case PROVIDER -> Set.of(AdminRole.PROVIDER_ADMIN);
                case PROVIDER_OR_LOCAL -> Set.of(AdminRole.PROVIDER_ADMIN, AdminRole.ANONYMOUS);
            };
        }
    }

    /**
     * Method and path of an operation.
     *
     * @param path with its variables in braces; {@code tenant} and {@code user} are the operation's target
     */
    public record Route(Method method, String path) {}

    /** Its method and path. */
    public Route route() {
        return new Route(method, path);
    }

    /** The permitted roles. Members of a tenant act within their tenant, its plain users on themselves. */
    public Set<AdminRole> roles() {
        return audience.roles();
    }

    /** Whether a tenant's administrator acts in a user's name if the operation is for another user or none. */
    public boolean impersonates() {
        return traits.contains(IMPERSONATES);
    }

    /** Whether a token does not permit the operation, only a login or a session. */
    public boolean needsSignIn() {
        return traits.contains(NEEDS_SIGN_IN);
    }

    /** Whether the operation shows nothing of any tenant. */
    public boolean isOfNoTenant() {
        return traits.contains(NO_TENANT);
    }

    /**
     * Whether the provider that does it acts as an administrator of the tenant, which the tenant may not allow. Not so
     * of passwords and second factors: a tenant whose administrators lost theirs has no other help than the provider's.
     */
    public boolean entersTenant() {
        return traits.contains(ENTERS_TENANT);
    }

    /**
     * Whether the audit log has an entry for each call: changes, sign-ins, reading of secrets, exports of the log
     * itself. Notifications of platforms come at the rate of writes and change no right.
     */
    public boolean isAudited() {
        return traits.contains(AUDITED) || (method != Method.GET && !traits.contains(NOT_AUDITED));
    }

    /**
     * The action that attached policies must allow: that of IAM or S3 for an operation that they also have, otherwise
     * {@code ose:} with the operation's name. Empty if the role suffices.
     */
    public Optional<String> policyAction() {
        if (traits.contains(NO_POLICY)) {
            return Optional.empty();
        }
        return Optional.of(trait(OperationTrait.PolicyAction.class)
                .map(OperationTrait.PolicyAction::name)
                .orElse("ose:" + title()));
    }

    private <T> Optional<T> trait(Class<T> type) {
        return traits.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** The capability that it needs. */
    public Optional<Capability> capability() {
        return trait(OperationTrait.Needed.class).map(OperationTrait.Needed::capability);
    }

    /** Whether a platform that can do this much has it. */
    public boolean isOffered(Set<Capability> offered) {
        return capability().map(offered::contains).orElse(true);
    }

    /** Its name in documents and refusals, such as {@code CreateTenant}. */
    public String title() {
        return Arrays.stream(name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** The operation of a route. */
    public static Optional<AdminOperation> find(Route route) {
        return Arrays.stream(values())
                .filter(operation -> operation.route().equals(route))
                .findFirst();
    }
}
