package dev.ose.adapter.embedded.http;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.AccessReason;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.embedded.access.AclGrantee;
import dev.ose.adapter.embedded.access.Grant;
import dev.ose.adapter.embedded.store.EmbeddedAccountStore;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.ObjectAction;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.Parsed;
import dev.ose.s3.operation.RawTarget;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.policy.Ruling;
import dev.ose.s3.policy.StatementId;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explains how a request would be decided, by the rules that decide about requests. Performs nothing. Thread-safe;
 * blocks on PostgreSQL. {@link WorkPlaces} bounds the explanations together with the requests.
 */
public final class AccessExplainer {

    /** Actions on an object that must exist. */
    private static final Set<ObjectAction> OF_EXISTING = EnumSet.of(
            ObjectAction.GET_OBJECT,
            ObjectAction.HEAD_OBJECT,
            ObjectAction.GET_OBJECT_ATTRIBUTES,
            ObjectAction.PUT_OBJECT_RETENTION);

    private final Store store;
    private final AccessRules rules;
    private final WorkPlaces working;

    /** @param working the places that requests take as well */
    AccessExplainer(Store store, WorkPlaces working) {
        this.store = store;
        this.rules = new AccessRules(store.buckets(), store.clock());
        this.working = working;
    }

    /**
     * The decision about the request. Waits for a place among the requests.
     *
     * @throws PlatformException of kind {@code REJECTED} if the target is none of S3, {@code UNAVAILABLE} if no place
     *     is free within the wait of requests
     */
    public AccessAnswer explain(AccessQuestion question) {
        S3Operation operation = operation(question);
        try (WorkPlaces.Place _ = place()) {
            return decide(question, operation);
        }
    }

    private WorkPlaces.Place place() {
        try {
            return working.take();
        } catch (S3ErrorException | InterruptedIOException e) {
            throw new PlatformException(PlatformException.Kind.UNAVAILABLE, "The platform is busy.", e);
        }
    }

    private AccessAnswer decide(AccessQuestion question, S3Operation operation) {
        Steps steps = new Steps();
        Optional<StoreCaller> caller = caller(question.caller());
        if (caller.isEmpty()) {
            return steps.denied(AccessReason.Code.KEY_REFUSED);
        }
        try {
            Admission admission = rules.admit(name -> question.headers().get(name), caller.get(), operation, steps);
            return operation instanceof ObjectOperation onObject
                    ? settle(admission, onObject, steps)
                    : steps.answer(AccessAnswer.Verdict.ALLOWED);
        } catch (S3ErrorException e) {
            return e.error().code() == S3ErrorCode.NO_SUCH_BUCKET
                    ? steps.denied(AccessReason.Code.BUCKET_MISSING)
                    : steps.answer(AccessAnswer.Verdict.DENIED);
        }
    }

    private static S3Operation operation(AccessQuestion question) {
        return switch (RawTarget.parse(question.target())
                .flatMap(target -> EmbeddedS3Pipeline.operation(
                        question.method(), target, name -> question.headers().get(name)))) {
            case Parsed.Value<S3Operation>(var operation) -> operation;
            case Parsed.Refusal<S3Operation>(var error) ->
                throw new PlatformException(PlatformException.Kind.REJECTED, error.message());
        };
    }

    private Optional<StoreCaller> caller(AccessQuestion.Caller caller) {
        return switch (caller) {
            case AccessQuestion.Anonymous() -> Optional.of(StoreCaller.ANONYMOUS);
            case AccessQuestion.Key(String accessKey) ->
                store.accounts().login(accessKey).map(EmbeddedAccountStore.Login::caller);
            case AccessQuestion.User(var tenant, var user, String canonicalId) ->
                Optional.of(new StoreCaller(new StoreOwner(canonicalId, ""), new StoreCaller.Account(tenant, user)));
        };
    }

    /** Checks the conditions on the object, on which the caller was admitted, and its lock. */
    private AccessAnswer settle(Admission admission, ObjectOperation operation, Steps steps) {
        StoredBucket bucket = admission.bucket(operation.bucket());
        @Nullable ObjectVersion version = version(bucket, operation);
        if (version != null && !version.isDeleteMarker()) {
            admission.requireGranted(bucket, version);
        } else if (isOfExisting(operation)) {
            steps.add(AccessReason.Code.OBJECT_MISSING);
            if (S3Service.isHidden(admission, error(operation, version))) {
                return steps.answer(AccessAnswer.Verdict.DENIED);
            }
        }
        if (version != null && isProtected(operation, version)) {
            return steps.denied(AccessReason.Code.OBJECT_LOCKED);
        }
        if (admission.conditions().isInitiatorWanted()) {
            steps.add(AccessReason.Code.UPLOAD_INITIATOR);
        }
        return steps.answer(
                admission.conditions().areSettled() ? AccessAnswer.Verdict.ALLOWED : AccessAnswer.Verdict.UNDECIDED);
    }

    /** How {@link ObjectReads#requireObject} fails if the version is missing or a delete marker. */
    private static S3ErrorCode error(ObjectOperation operation, @Nullable ObjectVersion version) {
        if (operation.versionId() == null) {
            return S3ErrorCode.NO_SUCH_KEY;
        }
        return version == null ? S3ErrorCode.NO_SUCH_VERSION : S3ErrorCode.METHOD_NOT_ALLOWED;
    }

    private @Nullable ObjectVersion version(StoredBucket bucket, ObjectOperation operation) {
        return store.contents()
                .objects()
                .find(bucket, operation.key(), operation.versionId())
                .orElse(null);
    }

    private static boolean isOfExisting(ObjectOperation operation) {
        return operation instanceof ObjectSubresource
                || (operation.action() instanceof ObjectAction action && OF_EXISTING.contains(action));
    }

    private boolean isProtected(ObjectOperation operation, ObjectVersion version) {
        return operation instanceof ObjectOperation.DeleteObject delete
                && delete.versionId() != null
                && version.description().lock().protects(store.clock().instant(), delete.bypassGovernance());
    }

    /** The steps as reasons. Confined to its thread. */
    private static final class Steps implements EmbeddedAccessTrace {

        private final List<AccessReason> reasons = new ArrayList<>();

        AccessAnswer answer(AccessAnswer.Verdict verdict) {
            boolean isSilent = verdict == AccessAnswer.Verdict.DENIED
                    && reasons.stream().noneMatch(reason -> isDenial(reason.code()));
            if (isSilent) {
                add(AccessReason.Code.NOT_GRANTED);
            }
            return new AccessAnswer(verdict, reasons);
        }

        private static boolean isDenial(AccessReason.Code code) {
            return switch (code) {
                case KEY_REFUSED, BUCKET_MISSING, POLICY_DENIES, POLICY_UNREADABLE, POLICY_BLOCKED -> true;
                case NOT_GRANTED, OBJECT_LOCKED, OBJECT_MISSING -> true;
                case POLICY_ALLOWS, BUCKET_OWNER, BUCKET_ACL, OBJECT_OWNER, OBJECT_ACL -> false;
                case ACL_BLOCKED, UPLOAD_INITIATOR -> false;
            };
        }

        AccessAnswer denied(AccessReason.Code code) {
            add(code);
            return answer(AccessAnswer.Verdict.DENIED);
        }

        void add(AccessReason.Code code) {
            reasons.add(new AccessReason(code, null, null, null));
        }

        private void add(AccessReason.Code code, @Nullable Permission permission) {
            reasons.add(new AccessReason(code, permission == null ? null : permission.action(), null, null));
        }

        private void add(AccessReason.Code code, Grant grant) {
            reasons.add(new AccessReason(code, null, null, grant.permission() + " for " + grantee(grant.grantee())));
        }

        private static String grantee(AclGrantee grantee) {
            return switch (grantee) {
                case AclGrantee.Owner() -> "the owner";
                case AclGrantee.BucketOwner() -> "the bucket's owner";
                case AclGrantee.User(String _) -> "the user";
                case AclGrantee.Members(var group) ->
                    group.uri().substring(group.uri().lastIndexOf('/') + 1);
            };
        }

        @Override
        public void ruled(Permission permission, Ruling ruling) {
            StatementId statement = ruling.statement();
            if (statement != null) {
                AccessReason.Code code =
                        switch (ruling.verdict()) {
                            case ALLOWED -> AccessReason.Code.POLICY_ALLOWS;
                            case DENIED -> AccessReason.Code.POLICY_DENIES;
                            case NOT_MENTIONED -> throw new IllegalStateException("a statement without an effect");
                        };
                reasons.add(new AccessReason(
                        code,
                        permission.action(),
                        new AccessReason.Statement(statement.position(), statement.sid()),
                        null));
            }
        }

        @Override
        public void policyUnreadable(Permission permission) {
            add(AccessReason.Code.POLICY_UNREADABLE, permission);
        }

        @Override
        public void policyBlocked() {
            add(AccessReason.Code.POLICY_BLOCKED);
        }

        @Override
        public void aclBlocked() {
            add(AccessReason.Code.ACL_BLOCKED);
        }

        @Override
        public void bucketOwner(@Nullable Permission permission) {
            add(AccessReason.Code.BUCKET_OWNER, permission);
        }

        @Override
        public void bucketAcl(Grant grant) {
            add(AccessReason.Code.BUCKET_ACL, grant);
        }

        @Override
        public void objectOwner() {
            add(AccessReason.Code.OBJECT_OWNER);
        }

        @Override
        public void objectAcl(Grant grant) {
            add(AccessReason.Code.OBJECT_ACL, grant);
        }

        @Override
        public void notGranted(Permission permission) {
            add(AccessReason.Code.NOT_GRANTED, permission);
        }
    }
}
