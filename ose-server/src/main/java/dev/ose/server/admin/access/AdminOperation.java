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

import dev.ose.adapter.Capability;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the admin listener with their permitted roles. The single table for authorisation, the published
 * description and the hiding of unsupported features; operations without a row are refused.
 */
public enum AdminOperation {
    SHOW_LIVENESS(GET, "/health/live", EVERYBODY),
    SHOW_READINESS(GET, "/health/ready", EVERYBODY),
    SHOW_METRICS(GET, "/metrics/prometheus", PROVIDER_OR_LOCAL),
    DESCRIBE_API(GET, "/api/v1/openapi", MEMBERS),
    DESCRIBE_API_IN_YAML(GET, "/api/v1/openapi.yaml", MEMBERS),
    SHOW_HEALTH(GET, "/api/v1/admin/health", PROVIDER),
    SHOW_CALLER(GET, "/api/v1/admin/me", MEMBERS),

    CHANGE_PASSWORD(PUT, "/api/v1/admin/me/password", MEMBERS),
    SHOW_SECOND_FACTOR(GET, "/api/v1/admin/me/totp", MEMBERS),
    BEGIN_SECOND_FACTOR(POST, "/api/v1/admin/me/totp", MEMBERS),
    CONFIRM_SECOND_FACTOR(PUT, "/api/v1/admin/me/totp", MEMBERS),
    END_SECOND_FACTOR(POST, "/api/v1/admin/me/totp/disable", MEMBERS),
    LIST_SESSIONS(GET, "/api/v1/admin/me/sessions", MEMBERS),
    END_SESSIONS(DELETE, "/api/v1/admin/me/sessions", MEMBERS),
    END_SESSION(DELETE, "/api/v1/admin/me/sessions/{session}", MEMBERS),
    CREATE_TOKEN(POST, "/api/v1/admin/me/tokens", MEMBERS),
    LIST_TOKENS(GET, "/api/v1/admin/me/tokens", MEMBERS),
    DELETE_TOKEN(DELETE, "/api/v1/admin/me/tokens/{token}", MEMBERS),

    /** The login is in the body. */
    SIGN_IN(POST, "/api/v1/session", EVERYBODY),
    SHOW_SESSION(GET, "/api/v1/session", MEMBERS),
    SIGN_OUT(DELETE, "/api/v1/session", MEMBERS),
    LIST_SIGN_IN_PROVIDERS(GET, "/api/v1/session/providers", EVERYBODY),
    BEGIN_PROVIDER_SIGN_IN(GET, "/api/v1/session/oidc/{provider}/start", EVERYBODY),
    END_PROVIDER_SIGN_IN(GET, "/api/v1/session/oidc/{provider}/callback", EVERYBODY),
    END_ADMINISTRATOR_SIGN_IN(GET, "/api/v1/session/administrators/oidc/{provider}/callback", EVERYBODY),

    ADD_ADMINISTRATOR(POST, "/api/v1/admin/administrators", PROVIDER),
    LIST_ADMINISTRATORS(GET, "/api/v1/admin/administrators", PROVIDER),
    GET_ADMINISTRATOR(GET, "/api/v1/admin/administrators/{administrator}", PROVIDER),
    DISABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/disable", PROVIDER),
    ENABLE_ADMINISTRATOR(POST, "/api/v1/admin/administrators/{administrator}/enable", PROVIDER),
    DELETE_ADMINISTRATOR(DELETE, "/api/v1/admin/administrators/{administrator}", PROVIDER),
    PUT_ADMINISTRATOR_PASSWORD(PUT, "/api/v1/admin/administrators/{administrator}/password", PROVIDER),
    RESET_ADMINISTRATOR_SECOND_FACTOR(DELETE, "/api/v1/admin/administrators/{administrator}/totp", PROVIDER),

    PUT_ADMINISTRATOR_PROVIDER(PUT, "/api/v1/admin/identity-providers/{name}", PROVIDER),
    LIST_ADMINISTRATOR_PROVIDERS(GET, "/api/v1/admin/identity-providers", PROVIDER),
    GET_ADMINISTRATOR_PROVIDER(GET, "/api/v1/admin/identity-providers/{name}", PROVIDER),
    DELETE_ADMINISTRATOR_PROVIDER(DELETE, "/api/v1/admin/identity-providers/{name}", PROVIDER),

    /** Authenticated by the platform's secret, which is no login and is verified before. */
    RECEIVE_NOTIFICATIONS(POST, "/api/v1/platforms/{platform}/notifications", EVERYBODY),

    CREATE_TENANT(POST, "/api/v1/admin/tenants", PROVIDER),
    LIST_TENANTS(GET, "/api/v1/admin/tenants", PROVIDER),
    GET_TENANT(GET, "/api/v1/admin/tenants/{tenant}", MEMBERS),
    DISABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/disable", PROVIDER),
    ENABLE_TENANT(POST, "/api/v1/admin/tenants/{tenant}/enable", PROVIDER),
    DELETE_TENANT(DELETE, "/api/v1/admin/tenants/{tenant}", PROVIDER),
    PUT_TENANT_SETTINGS(PUT, "/api/v1/admin/tenants/{tenant}/settings", PROVIDER),

    /** For the tenant alone: the provider would admit itself. */
    PUT_PROVIDER_ACCESS(PUT, "/api/v1/admin/tenants/{tenant}/provider-access", TENANT_ADMINISTRATORS),

    GET_TENANT_CONSOLE(GET, "/api/v1/admin/tenants/{tenant}/console", ADMINISTRATORS, false, Capability.CONSOLE),
    REMAP_TENANT(PUT, "/api/v1/admin/tenants/{tenant}/platform-tenant", PROVIDER),

    PUT_IDENTITY_PROVIDER(PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER),
    LIST_IDENTITY_PROVIDERS(GET, "/api/v1/admin/tenants/{tenant}/identity-providers", ADMINISTRATORS),
    GET_IDENTITY_PROVIDER(GET, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", ADMINISTRATORS),
    PUT_SIGN_IN_CLIENT(PUT, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER),
    GET_SIGN_IN_CLIENT(GET, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", ADMINISTRATORS),
    DELETE_SIGN_IN_CLIENT(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in", PROVIDER),
    DELETE_IDENTITY_PROVIDER(DELETE, "/api/v1/admin/tenants/{tenant}/identity-providers/{name}", PROVIDER),

    EXPORT_METERING(GET, "/api/v1/admin/metering", PROVIDER),
    EXPORT_METERING_AS_CSV(GET, "/api/v1/admin/metering.csv", PROVIDER),
    EXPORT_TENANT_METERING(GET, "/api/v1/admin/tenants/{tenant}/metering", ADMINISTRATORS),
    EXPORT_TENANT_METERING_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/metering.csv", ADMINISTRATORS),
    GET_PLATFORM(GET, "/api/v1/admin/platforms/{platform}", PROVIDER),
    GET_PLATFORM_CONSOLE(GET, "/api/v1/admin/platforms/{platform}/console", PROVIDER, false, Capability.CONSOLE),
    PROBE_PLATFORM(POST, "/api/v1/admin/platforms/{platform}/probe", PROVIDER),
    SHOW_RECONCILIATION(GET, "/api/v1/admin/reconciliation", PROVIDER),
    RECONCILE(POST, "/api/v1/admin/reconciliation", PROVIDER),

    LIST_AUDIT(GET, "/api/v1/admin/audit", PROVIDER),
    EXPORT_AUDIT_AS_CSV(GET, "/api/v1/admin/audit.csv", PROVIDER),
    EXPORT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/audit.jsonl", PROVIDER),
    LIST_TENANT_AUDIT(GET, "/api/v1/admin/tenants/{tenant}/audit", ADMINISTRATORS),
    EXPORT_TENANT_AUDIT_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/audit.csv", ADMINISTRATORS),
    EXPORT_TENANT_AUDIT_AS_JSON_LINES(GET, "/api/v1/admin/tenants/{tenant}/audit.jsonl", ADMINISTRATORS),

    CREATE_USER(POST, "/api/v1/admin/tenants/{tenant}/users", ADMINISTRATORS),
    ADOPT_USER(POST, "/api/v1/admin/tenants/{tenant}/users/adopt", PROVIDER),
    ADOPT_BUCKETS(
            POST,
            "/api/v1/admin/tenants/{tenant}/users/{user}/buckets/adopt",
            PROVIDER,
            false,
            Capability.BUCKET_LISTS),
    LIST_USERS(GET, "/api/v1/admin/tenants/{tenant}/users", ADMINISTRATORS),
    GET_USER(GET, "/api/v1/admin/tenants/{tenant}/users/{user}", MEMBERS),
    DISABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/disable", ADMINISTRATORS),
    ENABLE_USER(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/enable", ADMINISTRATORS),

    /** With a new owner, buckets are transferred, too, which needs its own permission. */
    DELETE_USER(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}", ADMINISTRATORS),

    PUT_LOGIN(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/login", MEMBERS, true, null),
    DELETE_LOGIN(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/login", MEMBERS),
    RESET_USER_SECOND_FACTOR(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/totp", ADMINISTRATORS, true, null),
    GET_PLATFORM_USAGE(
            GET, "/api/v1/admin/tenants/{tenant}/users/{user}/platform-usage", MEMBERS, false, Capability.USAGE),

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
    LIST_BUCKETS(GET, "/api/v1/admin/tenants/{tenant}/buckets", MEMBERS),

    GET_BUCKET(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}", MEMBERS),

    TRANSFER_BUCKET(
            PUT,
            "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/owner",
            ADMINISTRATORS,
            true,
            Capability.BUCKET_TRANSFERS),

    SYNC_BUCKET(POST, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),
    LIST_SYNC_RUNS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),

    ENABLE_LABELS(PUT, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    SHOW_LABELS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    DISABLE_LABELS(DELETE, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),

    CREATE_WEBHOOK(POST, "/api/v1/admin/tenants/{tenant}/webhooks", ADMINISTRATORS),
    LIST_WEBHOOKS(GET, "/api/v1/admin/tenants/{tenant}/webhooks", ADMINISTRATORS),
    GET_WEBHOOK(GET, "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}", ADMINISTRATORS),
    DELETE_WEBHOOK(DELETE, "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}", ADMINISTRATORS),
    REDELIVER_EVENTS(POST, "/api/v1/admin/tenants/{tenant}/webhooks/{webhook}/redeliver", ADMINISTRATORS),

    /** Plain users search their own buckets. */
    FIND_OBJECTS(GET, "/api/v1/admin/tenants/{tenant}/objects", MEMBERS),

    LIST_JOBS(GET, "/api/v1/admin/jobs", PROVIDER),
    LIST_TENANT_JOBS(GET, "/api/v1/admin/tenants/{tenant}/jobs", ADMINISTRATORS),
    START_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", MEMBERS, true, null),
    LIST_USER_JOBS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs", MEMBERS),
    GET_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}", MEMBERS),
    FOLLOW_JOB(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/events", MEMBERS),
    PAUSE_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/pause", MEMBERS),
    RESUME_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/resume", MEMBERS),
    CANCEL_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/cancel", MEMBERS),
    RETRY_JOB(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/retry", MEMBERS),
    LIST_JOB_FAILURES(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures", MEMBERS),
    EXPORT_JOB_FAILURES_AS_CSV(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}/failures.csv", MEMBERS),

    LIST_USER_POLICIES(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/policies", MEMBERS),
    GET_USER_POLICY(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}", MEMBERS),
    PUT_USER_POLICY(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}", ADMINISTRATORS),
    DELETE_USER_POLICY(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/policies/{policy}", ADMINISTRATORS),

    LIST_ROLES(GET, "/api/v1/admin/tenants/{tenant}/roles", ADMINISTRATORS),
    GET_ROLE(GET, "/api/v1/admin/tenants/{tenant}/roles/{role}", ADMINISTRATORS),
    LIST_ROLE_POLICIES(GET, "/api/v1/admin/tenants/{tenant}/roles/{role}/policies", ADMINISTRATORS),
    GET_ROLE_POLICY(GET, "/api/v1/admin/tenants/{tenant}/roles/{role}/policies/{policy}", ADMINISTRATORS),

    /** The user is the one as whom the role acts: whoever changes the role acts in that user's name. */
    CREATE_ROLE(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}", ADMINISTRATORS, true, null),
    DELETE_ROLE(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}", ADMINISTRATORS, true, null),
    PUT_ROLE_TRUST(PUT, "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/trust", ADMINISTRATORS, true, null),
    PUT_ROLE_POLICY(
            PUT,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            true,
            null),
    DELETE_ROLE_POLICY(
            DELETE,
            "/api/v1/admin/tenants/{tenant}/users/{user}/roles/{role}/policies/{policy}",
            ADMINISTRATORS,
            true,
            null),

    CREATE_CREDENTIAL(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials", MEMBERS, true, null),
    LIST_CREDENTIALS(GET, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials", MEMBERS),
    DISABLE_CREDENTIAL(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/disable", MEMBERS),
    ENABLE_CREDENTIAL(POST, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}/enable", MEMBERS),
    DELETE_CREDENTIAL(DELETE, "/api/v1/admin/tenants/{tenant}/users/{user}/credentials/{accessKey}", MEMBERS);

    private final Method method;
    private final String path;
    private final Audience audience;
    private final boolean impersonates;
    private final @Nullable Capability capability;

    AdminOperation(Method method, String path, Audience audience) {
        this(method, path, audience, false, null);
    }

    AdminOperation(
            Method method, String path, Audience audience, boolean impersonates, @Nullable Capability capability) {
        this.method = method;
        this.path = path;
        this.audience = audience;
        this.impersonates = impersonates;
        this.capability = capability;
    }

    /** The HTTP method of an operation. */
    public enum Method {
        GET,
        POST,
        PUT,
        DELETE
    }

    /** Who is meant. */
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
        return impersonates;
    }

    /**
     * Whether the provider that does it acts as an administrator of the tenant, which the tenant may not allow. Not so
     * of passwords and second factors: a tenant whose administrators lost theirs has no other help than the provider's.
     */
    public boolean entersTenant() {
        return switch (this) {
            case FIND_OBJECTS,
                    CREATE_CREDENTIAL,
                    GIVE_BUCKET,
                    CREATE_WEBHOOK,
                    START_JOB,
                    RETRY_JOB,
                    LIST_JOB_FAILURES,
                    EXPORT_JOB_FAILURES_AS_CSV,
                    LIST_USER_POLICIES,
                    GET_USER_POLICY,
                    PUT_USER_POLICY,
                    DELETE_USER_POLICY,
                    LIST_ROLES,
                    GET_ROLE,
                    LIST_ROLE_POLICIES,
                    GET_ROLE_POLICY,
                    CREATE_ROLE,
                    DELETE_ROLE,
                    PUT_ROLE_TRUST,
                    PUT_ROLE_POLICY,
                    DELETE_ROLE_POLICY -> true;
            default -> false;
        };
    }

    /**
     * Whether the audit log has an entry for each call: what changes something, reads a secret, signs in, or exports
     * the log itself. Notices of platforms come at the rate of writes and change no right.
     */
    public boolean isAudited() {
        return switch (this) {
            case END_PROVIDER_SIGN_IN,
                    END_ADMINISTRATOR_SIGN_IN,
                    GET_TENANT_CONSOLE,
                    GET_PLATFORM_CONSOLE,
                    EXPORT_AUDIT_AS_CSV,
                    EXPORT_AUDIT_AS_JSON_LINES,
                    EXPORT_TENANT_AUDIT_AS_CSV,
                    EXPORT_TENANT_AUDIT_AS_JSON_LINES -> true;
            case RECEIVE_NOTIFICATIONS -> false;
            default -> method != Method.GET;
        };
    }

    /** The capability that it needs. */
    public Optional<Capability> capability() {
        return Optional.ofNullable(capability);
    }

    /** Whether a platform that can do this much has it. */
    public boolean isOffered(Set<Capability> offered) {
        return capability == null || offered.contains(capability);
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
