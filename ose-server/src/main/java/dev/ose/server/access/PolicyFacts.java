package dev.ose.server.access;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.OperationFacts;
import dev.ose.s3.policy.ContextKey;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.s3.policy.RequestContext;
import dev.ose.server.tenant.credential.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The policy condition keys of a request. Confined to the request's thread. */
final class PolicyFacts implements RequestContext {

    private final CallerFacts about;
    private final OperationFacts operation;
    private final EvaluationBudget budget;

    PolicyFacts(CallerFacts about, S3Operation operation) {
        this(about, new OperationFacts(operation, about.request().headers()), new EvaluationBudget());
    }

    private PolicyFacts(CallerFacts about, OperationFacts operation, EvaluationBudget budget) {
        this.about = about;
        this.operation = operation;
        this.budget = budget;
    }

    /** The facts for one object of a multi-object delete; the remaining budget is shared by all of them. */
    PolicyFacts ofDelete(BucketOperation.DeleteObjects all, ObjectKey key, @Nullable VersionId version) {
        return new PolicyFacts(about, operation.ofDelete(all, key, version), budget);
    }

    Identity caller() {
        return about.caller();
    }

    S3Operation operation() {
        return operation.operation();
    }

    HeaderLookup headers() {
        return operation.headers();
    }

    @Override
    public boolean affords(long steps) {
        return budget.spend(steps);
    }

    @Override
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case CURRENT_TIME, EPOCH_TIME, SECURE_TRANSPORT, SOURCE_IP, USER_ID, USER_NAME -> about.values(key);
            default -> operation.values(key);
        };
    }

    @Override
    public boolean knows(ContextKey key) {
        return operation.knows(key);
    }
}
