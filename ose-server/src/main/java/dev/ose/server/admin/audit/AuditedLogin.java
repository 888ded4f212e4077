package dev.ose.server.admin.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.login.AdminLogin;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Records sign-ins with a password. Each call brings the password again, so a success is recorded once in a quarter of
 * an hour for each account and address; each wrong password is recorded, but not those that {@link AdminLogin} refuses
 * to check. A sign-in that cannot be recorded is refused.
 */
public final class AuditedLogin implements AuthenticationProvider {

    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int REMEMBERED_LOGINS = 10_000;
    private static final String OPERATION = "SignIn";
    private static final AuditOutcome SUCCESS = new AuditOutcome(200, "");
    private static final AuditOutcome WRONG = new AuditOutcome(401, "OSE-2106");
    private static final AuditOutcome DISABLED = new AuditOutcome(403, "OSE-2102");

    private final AdminLogin login;
    private final Supplier<AuditTrail> trail;
    private final Supplier<Provisioning> provisioning;
    private final Cache<List<Object>, Boolean> recorded = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_LOGINS)
            .expireAfterWrite(REMEMBERED)
            .build();

    /** Both suppliers wait for the node's start if it is not over yet. */
    public AuditedLogin(AdminLogin login, Supplier<AuditTrail> trail, Supplier<Provisioning> provisioning) {
        this.login = login;
        this.trail = trail;
        this.provisioning = provisioning;
    }

    @Override
    public Authentication authenticate(Authentication shown) {
        Authentication proven;
        try {
            proven = login.authenticate(shown);
        } catch (AuthenticationException e) {
            refused(shown, e);
            throw e;
        }
        if (proven.getPrincipal() instanceof AdminCaller caller) {
            accepted(shown, caller);
        }
        return proven;
    }

    @Override
    public boolean supports(Class<?> type) {
        return login.supports(type);
    }

    private void accepted(Authentication shown, AdminCaller caller) {
        // Asked, recorded and only then noted: a sign-in whose entry failed is recorded by the next one.
        List<Object> key = List.of(caller.getName(), address(shown));
        if (recorded.getIfPresent(key) == null) {
            @Nullable TenantId tenant = caller instanceof AdminCaller.Member member ? member.tenant() : null;
            record(shown, caller.getName(), tenant, SUCCESS);
            recorded.put(key, true);
        }
    }

    private void refused(Authentication shown, AuthenticationException why) {
        boolean isWrong = why instanceof BadCredentialsException;
        boolean isDisabled =
                why.getCause() instanceof FailureException cause && cause.failure() instanceof Failure.CallerDisabled;
        if (isWrong || isDisabled) {
            String name = shown.getName();
            record(shown, name, TypedName.tenant(name, provisioning), isWrong ? WRONG : DISABLED);
        }
    }

    private void record(Authentication shown, String name, @Nullable TenantId tenant, AuditOutcome outcome) {
        AuditActor actor =
                new AuditActor(name, LoginKind.PASSWORD, tenant, address(shown), AuditActor.Acting.FOR_ITSELF);
        AuditTarget target = tenant == null ? AuditTarget.SERVICE : AuditTarget.of(tenant);
        String id = shown.getDetails() instanceof LoginDetails details ? details.requestId() : "";
        try {
            trail.get().record(new AuditTrail.Call(id, AuditSource.ADMIN, OPERATION, actor, target), outcome);
        } catch (FailureException e) {
            throw new AuthenticationServiceException("cannot record", e);
        }
    }

    private static String address(Authentication shown) {
        return shown.getDetails() instanceof LoginDetails details ? String.valueOf(details.getRemoteAddress()) : "";
    }
}
