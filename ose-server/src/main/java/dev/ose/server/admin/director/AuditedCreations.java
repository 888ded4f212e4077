package dev.ose.server.admin.director;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.TenantOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.director.Creations;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records creations of a request as the operations of administrators that they stand for. */
final class AuditedCreations implements Creations {

    private static final int CREATED = 201;

    private final Supplier<AuditTrail> trail;
    private final RecordedSignIns.Attempt attempt;

    AuditedCreations(Supplier<AuditTrail> trail, RecordedSignIns.Attempt attempt) {
        this.trail = trail;
        this.attempt = attempt;
    }

    @Override
    public Tenant tenant(DirectorSession by, Supplier<Tenant> creation) {
        return record(
                call(TenantOperation.CREATE_TENANT, by, null),
                creation,
                made -> new AuditTarget(made.id(), null, "", "", made.name()));
    }

    @Override
    public User user(DirectorSession by, TenantId tenant, Supplier<User> creation) {
        return record(
                call(UserOperation.CREATE_USER, by, tenant),
                creation,
                made -> new AuditTarget(null, made.id(), "", "", made.name()));
    }

    private AuditTrail.Call call(AdminOperation operation, DirectorSession by, @Nullable TenantId tenant) {
        AuditActor actor = new AuditActor(
                "director:" + by.user().name() + '@' + by.organisation().name(),
                LoginKind.TOKEN,
                tenant,
                attempt.address(),
                AuditActor.Acting.FOR_ITSELF);
        return new AuditTrail.Call(
                attempt.id(),
                attempt.source(),
                operation.title(),
                actor,
                tenant == null ? AuditTarget.SERVICE : AuditTarget.of(tenant));
    }

    private <T> T record(AuditTrail.Call call, Supplier<T> creation, Function<T, AuditTarget> target) {
        AuditId entry = trail.get().begin(call, AuditTrail.Durability.WITH_THE_CHANGE);
        T made;
        try {
            made = creation.get();
        } catch (RuntimeException e) {
            Problem problem =
                    ProblemJson.of(e instanceof FailureException known ? known.failure() : new Failure.Internal(e));
            trail.get().end(entry, new AuditOutcome(problem.status(), problem.code()));
            throw e;
        }
        trail.get().end(entry, new AuditOutcome(CREATED, "", target.apply(made)));
        return made;
    }
}
