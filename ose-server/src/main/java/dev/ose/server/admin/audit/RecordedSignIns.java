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
import java.time.Duration;
import java.util.List;
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
    }

    /** Records that the caller was let in, unless that is recorded already. */
    public void accepted(Attempt attempt, AdminCaller caller) {
        // Asked, recorded and only then noted: a sign-in whose entry failed is recorded by the next one.
        List<Object> key = List.of(caller.getName(), attempt.address());
        if (recorded.getIfPresent(key) == null) {
            @Nullable TenantId tenant = caller instanceof AdminCaller.Member member ? member.tenant() : null;
            record(attempt, caller.getName(), tenant, SUCCESS);
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
     * Records that a login without a name was refused, once in a quarter of an hour for each login, address and
     * outcome.
     *
     * @param login a digest
     */
    public void refusedOnce(Attempt attempt, String login, AuditOutcome outcome) {
        List<Object> key = List.of(login, attempt.address(), outcome);
        if (recorded.getIfPresent(key) == null) {
            record(attempt, "", null, outcome);
            recorded.put(key, true);
        }
    }

    private void record(Attempt attempt, String name, @Nullable TenantId tenant, AuditOutcome outcome) {
        AuditActor actor = new AuditActor(name, kind, tenant, attempt.address(), AuditActor.Acting.FOR_ITSELF);
        AuditTarget target = tenant == null ? AuditTarget.SERVICE : AuditTarget.of(tenant);
        trail.get().record(new AuditTrail.Call(attempt.id(), attempt.source(), OPERATION, actor, target), outcome);
    }
}
