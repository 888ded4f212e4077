package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.policy.StatementId;
import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.AccessStep;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request would be served, and why.
 *
 * @param reasons in the order in which they were found; the last ones decide
 */
record AccessView(AccessCheck.Verdict decision, List<Reason> reasons) {

    private static final String BUCKET_POLICY = "bucket policy";

    /**
     * A step of the decision.
     *
     * @param action the permission concerned; absent if it is not about a single one
     * @param document the name of the user's policy, or which document of the bucket it is; absent for none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Reason(
            AccessStep.Layer layer,
            AccessStep.Code code,
            @Nullable String action,
            @Nullable String document,
            @Nullable StatementView statement,
            @Nullable String grant,
            String explanation) {}

    /**
     * A statement of a policy.
     *
     * @param position from 1, in the order of the document
     * @param sid absent if it has none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StatementView(
            @Schema(minimum = "1") int position, @Nullable String sid) {

        static StatementView of(StatementId id) {
            return new StatementView(id.position(), id.sid().isEmpty() ? null : id.sid());
        }
    }

    /**
     * The view of an answer.
     *
     * @param policies the names of the user's policies; null if they are not shown, nor their statements
     */
    static AccessView of(AccessCheck.Answer answer, @Nullable List<String> policies) {
        return new AccessView(
                answer.verdict(),
                answer.steps().stream().map(step -> reason(step, policies)).toList());
    }

    private static Reason reason(AccessStep step, @Nullable List<String> policies) {
        boolean isHidden = step.code().layer() == AccessStep.Layer.IDENTITY_POLICY && policies == null;
        StatementId statement = step.statement();
        return new Reason(
                step.code().layer(),
                step.code(),
                step.action(),
                isHidden ? null : document(step, policies),
                isHidden || statement == null ? null : StatementView.of(statement),
                step.grant(),
                step.code().sentence());
    }

    private static @Nullable String document(AccessStep step, @Nullable List<String> policies) {
        return switch (step.code()) {
            case BUCKET_POLICY_ALLOWS, BUCKET_POLICY_DENIES, BUCKET_POLICY_UNREADABLE, POLICY_BLOCKED -> BUCKET_POLICY;
            case BUCKET_ACL_GRANTS -> "bucket ACL";
            case OBJECT_ACL_GRANTS -> "object ACL";
            case IDENTITY_POLICY_ALLOWS, IDENTITY_POLICY_DENIES -> name(step.policy(), policies);
            default -> null;
        };
    }

    /** Absent if policies were added or deleted in between. */
    private static @Nullable String name(@Nullable Integer policy, @Nullable List<String> policies) {
        return policy == null || policies == null || policy >= policies.size() ? null : policies.get(policy);
    }
}
