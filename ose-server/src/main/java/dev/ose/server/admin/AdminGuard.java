package dev.ose.server.admin;

import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.access.AdminAuthorizer;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.AdminTarget;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.MemberPolicies;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Authorises requests before every controller by the table of {@link AdminOperation} and, for users with attached
 * policies, by these. Uses the path as matched and decoded for the controller, so that both interpret a request
 * equally.
 */
public final class AdminGuard implements HandlerInterceptor {

    /** When the request came: what policies say of the time, they say of all that it does. */
    private static final String TIME = AdminGuard.class.getName() + ".time";

    private static final UserId NO_USER = new UserId(new UUID(0, 0));

    private final Supplier<Provisioning> provisioning;
    private final Supplier<OfferedCapabilities> capabilities;
    private final Clock clock;

    /** Provisioning and capabilities wait for the node's start if it is not over yet. */
    public AdminGuard(Supplier<Provisioning> provisioning, Supplier<OfferedCapabilities> capabilities, Clock clock) {
        this.provisioning = provisioning;
        this.capabilities = capabilities;
        this.clock = clock;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod)) {
            throw new FailureException(new Failure.NotFound("resource", "at this path"));
        }
        request.setAttribute(TIME, clock.instant());
        AdminOperation operation =
                operation(request).orElseThrow(() -> new FailureException(new Failure.NotAllowed("what has no rule")));
        AdminTarget target = named(target(request), request);
        require(AdminAuthorizer.refusal(Logins.caller(), operation, target, offered(operation, target)));
        require(ofToken(operation, target));
        requireAdmission(provisioning, operation, target);
        if (!operation.hasSubjectInBody()) {
            requirePolicies(
                    operation,
                    request,
                    () -> new MemberPolicies.Subject(
                            userName(target), variable(request, "bucket"), variable(request, "role")));
        }
        requireKeyOfOther(operation, request, target);
        return true;
    }

    /**
     * The target with the user whose name the path has. A name that no user has gets an id that no user has, so that a
     * refusal does not depend on whether the user exists.
     */
    private AdminTarget named(AdminTarget target, HttpServletRequest request) {
        String name = variable(request, "userName");
        if (name == null || target.tenant() == null) {
            return target;
        }
        UserId user =
                provisioning.get().findUser(target.tenant(), name).map(User::id).orElse(NO_USER);
        return new AdminTarget(target.tenant(), user);
    }

    /** A role that acts as another user is worth a key of that user, so the caller's policies must permit that too. */
    private void requireKeyOfOther(AdminOperation operation, HttpServletRequest request, AdminTarget target) {
        if (operation.impersonates()
                && variable(request, "role") != null
                && Logins.caller() instanceof AdminCaller.Member member
                && !member.user().equals(target.user())) {
            requirePolicies(
                    CredentialOperation.CREATE_CREDENTIAL,
                    request,
                    () -> new MemberPolicies.Subject(userName(target), null, null));
        }
    }

    /**
     * Requires that role, token and tenant let the caller of this thread do what a request for another operation does
     * beside that one; {@link #requirePolicies(AdminOperation, BucketName, HttpServletRequest)} is for its policies.
     */
    public static void requireAlso(
            AdminOperation operation, TenantId tenant, Set<Capability> offered, Provisioning provisioning) {
        AdminTarget target = new AdminTarget(tenant, null);
        requireAdmission(operation, tenant, provisioning);
        require(AdminAuthorizer.refusal(Logins.caller(), operation, target, offered));
        require(ofToken(operation, target));
    }

    /** Requires that the policies of the caller of this thread permit the operation on a bucket; null for all. */
    public static void requirePolicies(
            AdminOperation operation, @Nullable BucketName bucket, HttpServletRequest request) {
        String name = bucket == null ? null : bucket.value();
        requirePolicies(operation, request, () -> new MemberPolicies.Subject(null, name, null));
    }

    /** Whether the policies of the caller of this thread permit the operation on a bucket. */
    public static boolean permits(AdminOperation operation, BucketName bucket, HttpServletRequest request) {
        return permits(operation, request, () -> new MemberPolicies.Subject(null, bucket.value(), null));
    }

    /** Requires that the policies of the caller of this thread permit the operation on a user who may not exist. */
    public static void requirePolicies(AdminOperation operation, HttpServletRequest request, String userName) {
        requirePolicies(operation, request, () -> new MemberPolicies.Subject(userName, null, null));
    }

    /** Requires that the policies of the caller of this thread permit further actions on a bucket. */
    public static void requireActions(Collection<String> actions, BucketName bucket, HttpServletRequest request) {
        if (!(Logins.caller() instanceof AdminCaller.Member member)) {
            return;
        }
        MemberPolicies.Subject subject = new MemberPolicies.Subject(null, bucket.value(), null);
        for (String action : actions) {
            if (!MemberPolicies.permit(member, action, subject, facts(request), time(request))) {
                throw new FailureException(new Failure.NotAllowed(action));
            }
        }
    }

    /** Whether the policies of the caller of this thread permit an action on a user. */
    public static boolean permits(String action, User user, HttpServletRequest request) {
        return !(Logins.caller() instanceof AdminCaller.Member member)
                || MemberPolicies.permit(
                        member,
                        action,
                        new MemberPolicies.Subject(user.name(), null, null),
                        facts(request),
                        time(request));
    }

    /** Requires that the policies of the caller of this thread permit the operation on the user in the path. */
    public static void requirePolicies(AdminOperation operation, HttpServletRequest request, User user) {
        requirePolicies(operation, request, user.name());
    }

    /** Requires that the tenant admits the provider, if the caller is the provider: the request amounts to this too. */
    public static void requireAdmission(AdminOperation operation, TenantId tenant, Provisioning provisioning) {
        requireAdmission(() -> provisioning, operation, new AdminTarget(tenant, null));
    }

    /**
     * Refuses a token, as the guard does for operations that need a sign-in.
     *
     * @param act what the caller of this thread wants, for the refusal
     */
    public static void requireSignIn(String act) {
        if (Logins.means(TokenScope.class).isPresent()) {
            throw new FailureException(new Failure.NotAllowed(act + " with this token"));
        }
    }

    private static Optional<Failure> ofToken(AdminOperation operation, AdminTarget target) {
        return Logins.means(TokenScope.class).flatMap(scope -> scope.refusal(operation, target));
    }

    /** Requires that the tenant lets the provider in, where the provider acts as the tenant's administrator. */
    private static void requireAdmission(
            Supplier<Provisioning> provisioning, AdminOperation operation, AdminTarget target) {
        if (operation.entersTenant()
                && Logins.caller() instanceof AdminCaller.Provider
                && target.tenant() != null
                && provisioning.get().tenant(target.tenant()).providerAccess() == ProviderAccess.DISALLOW) {
            throw new FailureException(
                    new Failure.NotAllowed(operation.title() + " in this tenant, which does not admit the provider"));
        }
    }

    private static void require(Optional<Failure> refusal) {
        refusal.ifPresent(why -> {
            throw new FailureException(why);
        });
    }

    /** What policies may ask of the request: its client and whether it came over TLS. */
    public static RequestFacts facts(HttpServletRequest request) {
        return new RequestFacts(HeaderLookup.NONE, InetAddress.ofLiteral(request.getRemoteAddr()), request.isSecure());
    }

    private static Instant time(HttpServletRequest request) {
        if (request.getAttribute(TIME) instanceof Instant time) {
            return time;
        }
        throw new IllegalStateException("the guard has not seen the request");
    }

    private static void requirePolicies(
            AdminOperation operation, HttpServletRequest request, Supplier<MemberPolicies.Subject> subject) {
        if (!permits(operation, request, subject)) {
            throw new FailureException(new Failure.NotAllowed(operation.title()));
        }
    }

    private static boolean permits(
            AdminOperation operation, HttpServletRequest request, Supplier<MemberPolicies.Subject> subject) {
        return !(Logins.caller() instanceof AdminCaller.Member member)
                || member.limits().isNone()
                || MemberPolicies.permit(member, operation, subject.get(), facts(request), time(request));
    }

    /** The name of the user in the path; the id of a missing one, which matches no policy. */
    private @Nullable String userName(AdminTarget target) {
        if (target.tenant() == null || target.user() == null) {
            return null;
        }
        return provisioning
                .get()
                .findUser(target.tenant(), target.user())
                .map(User::name)
                .orElse(target.user().toString());
    }

    private static @Nullable String variable(HttpServletRequest request, String variable) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                        && variables.get(variable) instanceof String name
                ? name
                : null;
    }

    /** The platform's capabilities; not read if irrelevant, because health is answered before the node's start. */
    private Set<Capability> offered(AdminOperation operation, AdminTarget target) {
        return operation.capability().isEmpty() ? Set.of() : capabilities.get().to(target.tenant());
    }

    /** The operation that a matched request is for; empty if it has no rule. */
    public static Optional<AdminOperation> operation(HttpServletRequest request) {
        String asked = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        return Arrays.stream(AdminOperation.Method.values())
                .filter(method -> method.name().equals(asked))
                .findFirst()
                .flatMap(method -> AdminOperations.find(new AdminOperation.Route(
                        method, String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)))));
    }

    /** The target in the path of a matched request. Fails with {@code Invalid}. */
    public static AdminTarget target(HttpServletRequest request) {
        if (!(request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables)) {
            return AdminTarget.SERVICE;
        }
        return new AdminTarget(
                variables.get("tenant") instanceof String text ? Input.tenant(text) : null,
                variables.get("user") instanceof String text ? Input.user(text) : null);
    }
}
