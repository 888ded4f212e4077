package dev.ose.server.admin.audit;

import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminTarget;
import dev.ose.server.admin.access.LinkOperation;
import dev.ose.server.admin.access.SessionOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.login.KeeperLogin;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Records a call before {@link AdminGuard} decides about it, so that refusals are recorded as well. {@link
 * AuditedAnswers} records its end.
 */
public final class AuditedCalls implements HandlerInterceptor {

    /** The variables of paths that an entry has no field for. */
    private static final List<String> NAMES = List.of(
            "name",
            "userName",
            "webhook",
            "platform",
            "job",
            "administrator",
            "session",
            "provider",
            "role",
            "policy",
            "node",
            "plan",
            "announcement");

    private static final String OWN = "/api/v1/admin/me/";

    private final Supplier<AuditTrail> trail;
    private final Supplier<Provisioning> provisioning;

    /** Both wait for the node's start if it is not over yet. */
    public AuditedCalls(Supplier<AuditTrail> trail, Supplier<Provisioning> provisioning) {
        this.trail = trail;
        this.provisioning = provisioning;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod) {
            AdminGuard.operation(request)
                    .filter(operation -> operation.isAudited() && !operation.recordsItself())
                    .ifPresent(operation -> begin(operation, request));
        }
        return true;
    }

    /** Records a call; fails like {@link AuditTrail#begin}, and then it must be refused. */
    void begin(AdminOperation operation, HttpServletRequest request) {
        AuditTrail.Call call = call(operation, request);
        OpenCall.put(request, new OpenCall(operation, trail.get().begin(call, durability(operation)), call.target()));
    }

    /** Every change of the management API ends with a commit to the database. */
    private static AuditTrail.Durability durability(AdminOperation operation) {
        return operation.route().method() == AdminOperation.Method.GET
                ? AuditTrail.Durability.AT_ONCE
                : AuditTrail.Durability.WITH_THE_CHANGE;
    }

    private AuditTrail.Call call(AdminOperation operation, HttpServletRequest request) {
        Map<?, ?> variables =
                request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> named
                        ? named
                        : Map.of();
        AdminCaller caller = Logins.caller();
        AdminTarget target = caller instanceof AdminCaller.Member member && isOfCaller(operation)
                ? new AdminTarget(member.tenant(), member.user())
                : withUser(AdminGuard.target(request), text(variables, "userName"));
        AuditActor actor = new AuditActor(
                caller.getName(),
                login(caller, request),
                caller instanceof AdminCaller.Member member ? member.tenant() : null,
                String.valueOf(request.getRemoteAddr()),
                acting(caller, operation, target));
        return new AuditTrail.Call(
                RequestIds.of(request),
                AuditSource.ADMIN,
                operation.title(),
                actor,
                target(operation, target, variables, request));
    }

    /** Whether it is about its caller, whom its path does not name. */
    private static boolean isOfCaller(AdminOperation operation) {
        return operation == SessionOperation.SIGN_OUT
                || operation.route().path().startsWith(OWN);
    }

    /** The target with the user of that name, if there is one. */
    private AdminTarget withUser(AdminTarget target, String name) {
        @Nullable TenantId tenant = target.tenant();
        return tenant == null || name.isEmpty()
                ? target
                : provisioning
                        .get()
                        .findUser(tenant, name)
                        .map(user -> new AdminTarget(tenant, user.id()))
                        .orElse(target);
    }

    private static LoginKind login(AdminCaller caller, HttpServletRequest request) {
        @Nullable String shown = request.getHeader("Authorization");
        if (caller instanceof AdminCaller.Anonymous) {
            return LoginKind.NONE;
        }
        if (shown == null) {
            return Logins.means(TokenScope.class).isPresent() ? LoginKind.TOKEN : LoginKind.SESSION;
        }
        if (shown.startsWith(KeeperLogin.SCHEME)) {
            return LoginKind.KEEPER;
        }
        return shown.regionMatches(true, 0, "Basic ", 0, "Basic ".length()) ? LoginKind.PASSWORD : LoginKind.TOKEN;
    }

    /** The provider acts in whichever tenant a path names. */
    private static AuditActor.Acting acting(AdminCaller caller, AdminOperation operation, AdminTarget target) {
        @Nullable TenantId tenant = caller instanceof AdminCaller.Provider ? target.tenant() : null;
        return new AuditActor.Acting(tenant, actsAs(caller, operation, target.user()));
    }

    /**
     * In whose name a caller acts if the operation impersonates or acts as an owner: that of another user, which the
     * call is about.
     *
     * @param user null if the call is about none
     */
    static @Nullable UserId actsAs(AdminCaller caller, AdminOperation operation, @Nullable UserId user) {
        boolean isInTheirName = operation.impersonates() || operation.actsAsOwner();
        boolean isOwn =
                caller instanceof AdminCaller.Member member && member.user().equals(user);
        return isInTheirName && !isOwn ? user : null;
    }

    private static AuditTarget target(
            AdminOperation operation, AdminTarget target, Map<?, ?> variables, HttpServletRequest request) {
        Stream<String> named = NAMES.stream()
                .flatMap(variable -> Optional.ofNullable(variables.get(variable)).stream())
                .map(Object::toString);
        String subject =
                Stream.concat(named, ids(operation, variables, request)).collect(Collectors.joining(" "));
        return new AuditTarget(
                target.tenant(), target.user(), text(variables, "bucket"), text(variables, "accessKey"), subject);
    }

    /** Ids only: a token itself may have been sent in place of its id. */
    private static Stream<String> ids(AdminOperation operation, Map<?, ?> variables, HttpServletRequest request) {
        Optional<String> sent =
                switch (operation) {
                    case AccountOperation.DELETE_TOKEN -> Optional.of(text(variables, "token"));
                    case LinkOperation.REVOKE_SHARE_LINK -> Optional.of(text(variables, "link"));
                    case UserOperation.DELETE_USER -> Optional.ofNullable(request.getParameter("newOwner"));
                    default -> Optional.empty();
                };
        return sent.flatMap(AnswerFacts::uuid).map(UUID::toString).stream();
    }

    private static String text(Map<?, ?> variables, String name) {
        return variables.get(name) instanceof String text ? text : "";
    }
}
