package dev.ose.server.admin.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.tenant.TenantId;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records sign-ins of callers who show their login with each call: a success once in a quarter of an hour for each
 * account and address. Fails like {@link AuditTrail#record}, and then the sign-in must be refused.
 */
public final class RecordedSignIns {

    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int REMEMBERED_LOGINS = 10_000;
    private static final String OPERATION = "SignIn";
    private static final AuditOutcome SUCCESS = new AuditOutcome(200, "");

    private final LoginKind kind;
    private final Supplier<AuditTrail> trail;
    private final Cache<List<Object>, Boolean> recorded = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_LOGINS)
            .expireAfterWrite(REMEMBERED)
            .build();

    /** @param trail waits for the node's start if it is not over yet */
    public RecordedSignIns(LoginKind kind, Supplier<AuditTrail> trail) {
        this.kind = kind;
        this.trail = trail;
    }

    /**
     * A request that signs in.
     *
     * @param id of the request
     */
    public record Attempt(String id, String address, AuditSource source) {

        /** An attempt at the admin API. */
        public Attempt(String id, String address) {
            this(id, address, AuditSource.ADMIN);
        }

        /** The attempt of a request of the admin API. */
        public static Attempt of(HttpServletRequest request) {
            return new Attempt(RequestIds.of(request), String.valueOf(request.getRemoteAddr()));
        }
    }

    /** Records that the caller was let in, unless that is recorded already. */
    public void accepted(Attempt attempt, AdminCaller caller) {
        // Asked, recorded and only then noted: a sign-in whose entry failed is recorded by the next one.
        List<Object> key = List.of(caller.getName(), attempt.address());
        if (recorded.getIfPresent(key) == null) {
            record(attempt, caller.getName(), tenant(caller), SUCCESS);
            recorded.put(key, true);
        }
    }

    /**
     * Records that a login was refused.
     *
     * @param name as far as it is known
     * @param tenant of that name; null for none
     */
    public void refused(Attempt attempt, String name, @Nullable TenantId tenant, AuditOutcome outcome) {
        record(attempt, name, tenant, outcome);
    }

    /**
     * Records that a login which is shown with each call was refused, once in a quarter of an hour for each login,
     * address and outcome.
     *
     * @param login a digest
     * @param caller whose login it is; empty if that is unknown
     */
    public void refusedOnce(Attempt attempt, String login, Optional<AdminCaller> caller, AuditOutcome outcome) {
        List<Object> key = List.of(login, attempt.address(), outcome);
        if (recorded.getIfPresent(key) == null) {
            record(
                    attempt,
                    caller.map(AdminCaller::getName).orElse(""),
                    caller.map(RecordedSignIns::tenant).orElse(null),
                    outcome);
            recorded.put(key, true);
        }
    }

    private static @Nullable TenantId tenant(AdminCaller caller) {
        return caller instanceof AdminCaller.Member member ? member.tenant() : null;
    }

    private void record(Attempt attempt, String name, @Nullable TenantId tenant, AuditOutcome outcome) {
        AuditActor actor = new AuditActor(name, kind, tenant, attempt.address(), AuditActor.Acting.FOR_ITSELF);
        AuditTarget target = tenant == null ? AuditTarget.SERVICE : AuditTarget.of(tenant);
        trail.get().record(new AuditTrail.Call(attempt.id(), attempt.source(), OPERATION, actor, target), outcome);
    }
}
