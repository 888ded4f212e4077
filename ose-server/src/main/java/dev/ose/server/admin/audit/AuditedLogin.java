package dev.ose.server.admin.audit;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.login.AdminLogin;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Records sign-ins with a password. Each call brings the password again, so successes are recorded as {@link
 * RecordedSignIns} does; each wrong password is recorded, but not those that {@link AdminLogin} refuses to check. A
 * sign-in that cannot be recorded is refused.
 */
public final class AuditedLogin implements AuthenticationProvider {

    private static final AuditOutcome WRONG = new AuditOutcome(401, "OSE-2106");
    private static final AuditOutcome DISABLED = new AuditOutcome(403, "OSE-2102");

    private final AdminLogin login;
    private final RecordedSignIns recorded;
    private final Supplier<Provisioning> provisioning;

    /** Both suppliers wait for the node's start if it is not over yet. */
    public AuditedLogin(AdminLogin login, Supplier<AuditTrail> trail, Supplier<Provisioning> provisioning) {
        this.login = login;
        this.recorded = new RecordedSignIns(LoginKind.PASSWORD, trail);
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
            record(shown, attempt -> recorded.accepted(attempt, caller));
        }
        return proven;
    }

    @Override
    public boolean supports(Class<?> type) {
        return login.supports(type);
    }

    private void refused(Authentication shown, AuthenticationException why) {
        boolean isWrong = why instanceof BadCredentialsException;
        boolean isDisabled =
                why.getCause() instanceof FailureException cause && cause.failure() instanceof Failure.CallerDisabled;
        if (isWrong || isDisabled) {
            String name = shown.getName();
            record(
                    shown,
                    attempt -> recorded.refused(
                            attempt, name, AuditedSubject.tenant(name, provisioning), isWrong ? WRONG : DISABLED));
        }
    }

    private static void record(Authentication shown, Consumer<RecordedSignIns.Attempt> entry) {
        RecordedSignIns.Attempt attempt = shown.getDetails() instanceof LoginDetails details
                ? new RecordedSignIns.Attempt(details.requestId(), String.valueOf(details.getRemoteAddress()))
                : new RecordedSignIns.Attempt("", "");
        try {
            entry.accept(attempt);
        } catch (FailureException e) {
            throw new AuthenticationServiceException("cannot record", e);
        }
    }
}
