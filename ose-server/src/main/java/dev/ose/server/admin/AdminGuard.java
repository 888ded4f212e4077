package dev.ose.server.admin;

import dev.ose.adapter.Capability;
import dev.ose.server.administration.AdminAuthorizer;
import dev.ose.server.administration.AdminCaller;
import dev.ose.server.administration.AdminOperation;
import dev.ose.server.administration.AdminTarget;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Stands before every controller and lets pass what the table of {@link AdminOperation} allows. It sees the path as the
 * controller sees it, matched and decoded once, so that the two cannot understand a request differently.
 */
public final class AdminGuard implements HandlerInterceptor {

    private final Supplier<AdminServices> services;

    /** @param services waits for the node's start where it is not over yet */
    public AdminGuard(Supplier<AdminServices> services) {
        this.services = services;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod)) {
            throw new FailureException(new Failure.NotFound("resource", "at this path"));
        }
        AdminOperation operation =
                operation(request).orElseThrow(() -> new FailureException(new Failure.NotAllowed("what has no rule")));
        AdminAuthorizer.refusal(caller(), operation, target(request), offered(operation))
                .ifPresent(why -> {
                    throw new FailureException(why);
                });
        return true;
    }

    /** Requires that the caller of this thread may do what a request for another operation does beside that one. */
    static void requireAlso(AdminOperation operation, TenantId tenant, Set<Capability> offered) {
        AdminAuthorizer.refusal(caller(), operation, new AdminTarget(tenant, null), offered)
                .ifPresent(why -> {
                    throw new FailureException(why);
                });
    }

    /** Who sends the request that this thread serves. */
    static AdminCaller caller() {
        @Nullable Authentication login = SecurityContextHolder.getContext().getAuthentication();
        return login != null && login.getPrincipal() instanceof AdminCaller caller
                ? caller
                : new AdminCaller.Anonymous();
    }

    /** What the platform can do; not asked for where it does not matter, as health is told before the node's start. */
    private Set<Capability> offered(AdminOperation operation) {
        return operation.capability().isEmpty()
                ? Set.of()
                : services.get().platform().capabilities();
    }

    private static Optional<AdminOperation> operation(HttpServletRequest request) {
        String asked = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        return Arrays.stream(AdminOperation.Method.values())
                .filter(method -> method.name().equals(asked))
                .findFirst()
                .flatMap(method -> AdminOperation.find(new AdminOperation.Route(
                        method, String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)))));
    }

    private static AdminTarget target(HttpServletRequest request) {
        if (!(request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables)) {
            return AdminTarget.SERVICE;
        }
        return new AdminTarget(
                variables.get("tenant") instanceof String text ? new TenantId(Input.id("tenant", text)) : null,
                variables.get("user") instanceof String text ? new UserId(Input.id("user", text)) : null);
    }
}
