package dev.ose.server.access;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.AccessReason;
import dev.ose.adapter.Capability;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.policy.Ruling;
import dev.ose.s3.policy.StatementId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDecisions;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.tenant.credential.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains whether a caller may do something with a bucket, by what decides about requests: {@link Authorizer}, and the
 * platform as far as it explains its decisions. Performs nothing. Thread-safe; blocks on database and platform.
 */
public final class AccessCheck {

    private final Authorizer authorizer;
    private final PlatformDirectory platforms;
    private final PlatformDecisions decisions;

    public AccessCheck(Authorizer authorizer, PlatformDirectory platforms, PlatformDecisions decisions) {
        this.authorizer = authorizer;
        this.platforms = platforms;
        this.decisions = decisions;
    }

    /** Whether a request would be served at present. */
    public enum Verdict {
        ALLOW,
        DENY,
        /** What OSE knows does not decide. */
        UNKNOWN
    }

    /**
     * Whether a request would be served, and why.
     *
     * @param steps in the order in which they were taken
     */
    public record Answer(Verdict verdict, List<AccessStep> steps) {

        public Answer {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The sender of the request.
     *
     * @param onPlatform the same one for the platform
     */
    public record Sender(Caller caller, AccessQuestion.Caller onPlatform) {

        /** A user of OSE, with its own key on the platform. */
        public static Sender of(Identity identity) {
            return new Sender(
                    identity, new AccessQuestion.Key(identity.platformKey().accessKey()));
        }

        /** A sender without a credential. */
        public static Sender anonymous() {
            return new Sender(new Caller.Anonymous(), new AccessQuestion.Anonymous());
        }
    }

    /** Whether the request would be served, and why. */
    public Answer explain(Sender sender, Bucket bucket, CheckedRequest request, RequestFacts facts) {
        Steps steps = new Steps();
        Decision decision = Futures.await(authorizer.decide(sender.caller(), request.operation(), facts, steps));
        return switch (decision) {
            case Decision.Deny _ -> new Answer(Verdict.DENY, steps.taken);
            case Decision.Allow allow
            when !allow.bucket().id().equals(bucket.id()) -> {
                steps.bucketUnknown();
                yield new Answer(Verdict.DENY, steps.taken);
            }
            case Decision.Allow allow -> onPlatform(sender, allow, request, steps);
        };
    }

    /**
     * The bucket in which a request for an object would be served at present; empty if it would not, or if the object
     * is known to be missing.
     */
    public Optional<BucketId> reached(Sender sender, CheckedRequest request, RequestFacts facts) {
        Steps steps = new Steps();
        Decision decision = Futures.await(authorizer.decide(sender.caller(), request.operation(), facts, steps));
        if (!(decision instanceof Decision.Allow allow)
                || onPlatform(sender, allow, request, steps).verdict() == Verdict.DENY
                || steps.isObjectMissing()) {
            return Optional.empty();
        }
        return Optional.of(allow.bucket().id());
    }

    private Answer onPlatform(Sender sender, Decision.Allow allow, CheckedRequest request, Steps steps) {
        Platform platform = platforms.get(allow.bucket().endpoint());
        if (request.action().action() == BucketSubresource.Action.GET_BUCKET_LOCATION) {
            steps.add(AccessStep.Code.NODE_ANSWERS);
            return new Answer(Verdict.ALLOW, steps.taken);
        }
        if (!platform.offers(Capability.EXPLAINS_ACCESS)) {
            steps.add(AccessStep.Code.PLATFORM_DECIDES);
            return new Answer(Verdict.UNKNOWN, steps.taken);
        }
        String target = request.target(
                platform.pathName(allow.platformTenant(), allow.bucket().name()));
        Map<String, String> headers = new HashMap<>(request.action().headers());
        if (!allow.vouched().isEmpty()) {
            headers.put("referer", allow.vouched());
        }
        AccessAnswer answer = decisions.explain(
                platform.id(),
                new AccessQuestion(
                        onPlatform(sender, allow), request.action().method().name(), target, headers));
        answer.reasons().forEach(steps::add);
        return new Answer(
                switch (answer.verdict()) {
                    case ALLOWED -> Verdict.ALLOW;
                    case DENIED -> Verdict.DENY;
                    case UNDECIDED -> Verdict.UNKNOWN;
                },
                steps.taken);
    }

    /** The sender as the platform of the bucket knows it, on which a user has another key than on the first one. */
    private static AccessQuestion.Caller onPlatform(Sender sender, Decision.Allow allow) {
        return sender.onPlatform() instanceof AccessQuestion.Key && allow.caller() instanceof Identity placed
                ? Sender.of(placed).onPlatform()
                : sender.onPlatform();
    }

    /** The steps of one decision. The thread that waits for it sees those of others. */
    private static final class Steps implements AccessTrace {

        private final List<AccessStep> taken = new ArrayList<>();

        boolean isObjectMissing() {
            return taken.stream().anyMatch(step -> step.code() == AccessStep.Code.OBJECT_MISSING);
        }

        void add(AccessStep.Code code) {
            taken.add(AccessStep.of(code));
        }

        void add(AccessReason reason) {
            AccessReason.@Nullable Statement statement = reason.statement();
            boolean isGrant = reason.code() == AccessReason.Code.POLICY_ALLOWS;
            if (isGrant && statement != null && TenantGrants.areReserved(List.of(statement.sid()))) {
                // Grants to whole tenants stand in the ACL for clients, and in the policy for the platform.
                taken.add(new AccessStep(
                        AccessStep.Code.BUCKET_ACL_GRANTS, reason.action(), null, null, "a grant to the tenant"));
                return;
            }
            taken.add(new AccessStep(
                    code(reason.code()),
                    reason.action(),
                    null,
                    statement == null ? null : new StatementId(statement.position(), statement.sid()),
                    reason.grant()));
        }

        private static AccessStep.Code code(AccessReason.Code code) {
            return switch (code) {
                case KEY_REFUSED -> AccessStep.Code.KEY_REFUSED;
                case BUCKET_MISSING -> AccessStep.Code.BUCKET_MISSING;
                case POLICY_ALLOWS -> AccessStep.Code.BUCKET_POLICY_ALLOWS;
                case POLICY_DENIES -> AccessStep.Code.BUCKET_POLICY_DENIES;
                case POLICY_UNREADABLE -> AccessStep.Code.BUCKET_POLICY_UNREADABLE;
                case POLICY_BLOCKED -> AccessStep.Code.POLICY_BLOCKED;
                case BUCKET_OWNER -> AccessStep.Code.BUCKET_OWNER;
                case BUCKET_ACL -> AccessStep.Code.BUCKET_ACL_GRANTS;
                case OBJECT_OWNER -> AccessStep.Code.OBJECT_OWNER;
                case OBJECT_ACL -> AccessStep.Code.OBJECT_ACL_GRANTS;
                case ACL_BLOCKED -> AccessStep.Code.ACL_BLOCKED;
                case NOT_GRANTED -> AccessStep.Code.NOT_GRANTED;
                case OBJECT_LOCKED -> AccessStep.Code.OBJECT_LOCKED;
                case OBJECT_MISSING -> AccessStep.Code.OBJECT_MISSING;
                case UPLOAD_INITIATOR -> AccessStep.Code.UPLOAD_INITIATOR;
            };
        }

        @Override
        public void stopped(Identity caller) {
            add(caller.tenantStatus() == Status.ACTIVE ? AccessStep.Code.USER_STOPPED : AccessStep.Code.TENANT_STOPPED);
        }

        @Override
        public void limited(Permission permission, Ruling ruling) {
            AccessStep.Code code =
                    switch (ruling.verdict()) {
                        case ALLOWED -> AccessStep.Code.IDENTITY_POLICY_ALLOWS;
                        case DENIED -> AccessStep.Code.IDENTITY_POLICY_DENIES;
                        case NOT_MENTIONED -> AccessStep.Code.IDENTITY_POLICY_SILENT;
                    };
            Integer policy = ruling.statement() == null ? null : ruling.policy();
            taken.add(new AccessStep(code, permission.action(), policy, ruling.statement(), null));
        }

        @Override
        public void notPublic() {
            add(AccessStep.Code.NOT_PUBLIC);
        }

        @Override
        public void notForGuests() {
            add(AccessStep.Code.NOT_FOR_GUESTS);
        }

        @Override
        public void bucketUnknown() {
            add(AccessStep.Code.BUCKET_NOT_SHARED);
        }
    }
}
