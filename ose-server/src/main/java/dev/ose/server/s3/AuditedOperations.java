package dev.ose.server.s3;

import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Identity;
import org.jspecify.annotations.Nullable;

/** Records operations with the trait AUDITED: before they are performed, and before they are answered. */
final class AuditedOperations {

    private final AuditTrail trail;

    AuditedOperations(AuditTrail trail) {
        this.trail = trail;
    }

    /**
     * Records that the caller asks for the operation, and then goes on, on the I/O thread. From then on an answer waits
     * until its outcome is recorded.
     *
     * @param tenant whose the bucket is
     */
    void begin(RequestTrace trace, S3Operation operation, Identity caller, TenantId tenant, Runnable next) {
        AuditTrail.Call call = new AuditTrail.Call(
                trace.answer().id().value(),
                AuditSource.S3,
                operation.name(),
                AuditActor.of(caller, trace.login(), trace.exchange().peer().getAddress()),
                target(operation, tenant));
        trace.block(() -> {
            AuditId id = trail.begin(call, AuditTrail.Durability.AT_ONCE);
            trace.resume(() -> {
                trace.answer().holdBack((status, failure, answer) -> end(trace, id, outcome(status, failure), answer));
                next.run();
            });
        });
    }

    private static AuditTarget target(S3Operation operation, TenantId tenant) {
        return switch (operation) {
            case ServiceOperation _ -> AuditTarget.of(tenant);
            case BucketOperation it -> new AuditTarget(tenant, null, it.bucket().value(), "", "");
            case ObjectOperation it ->
                new AuditTarget(tenant, null, it.bucket().value(), "", it.key().value());
        };
    }

    private static AuditOutcome outcome(int status, @Nullable String failure) {
        return new AuditOutcome(status, failure == null ? "" : failure);
    }

    /** A thread of its own, as others that block may all be taken, and this change is done. */
    private void end(RequestTrace trace, AuditId id, AuditOutcome outcome, Runnable answer) {
        Thread.ofVirtual().name("audit-" + trace.answer().id().value()).start(() -> {
            try {
                trail.end(id, outcome);
                trace.resume(answer);
            } catch (FailureException e) {
                trace.resume(() -> trace.answer().fail(e.failure()));
            }
        });
    }
}
