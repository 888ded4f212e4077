package dev.ose.server.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.DeletionScope;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.audit.AuditActor;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditSource;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.job.BulkDeletions;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobOrigin;
import dev.ose.server.job.JobSelection;
import dev.ose.server.job.JobTask;
import dev.ose.server.job.TenantJob;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.credential.Identity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes more than the request names, an extension of S3 in VMware's dialect: everything in a bucket, a folder with
 * what is in it, all versions of objects. Few objects are deleted at once, and answered as DeleteObjects does; many by
 * a job, which is answered as a task.
 */
public final class BulkDelete {

    private static final int ACCEPTED = 202;
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;

    /** That of jobs in the management API. */
    private static final String AUDITED = "StartJob";

    private final DocumentRequest request;
    private final OperationContext context;
    private final JobTask task;
    private final boolean isAsync;
    private final boolean isQuiet;

    private BulkDelete(DocumentRequest request, JobTask task, boolean isAsync, boolean isQuiet) {
        this.request = request;
        this.context = request.context();
        this.task = task;
        this.isAsync = isAsync;
        this.isQuiet = isQuiet;
    }

    /** The form of DeleteObjects. */
    static Response perform(DocumentRequest request, BucketOperation.DeleteObjects operation, DeleteRequest asked) {
        DeletionScope scope = asked.scope();
        if (operation.bypassGovernance()) {
            throw new FailureException(new Failure.NotOffered("Bypassing governance for versions that are not named"));
        }
        if (asked.entries().stream().anyMatch(entry -> entry.versionId() != null || entry.ifMatch() != null)) {
            throw new FailureException(new Failure.Invalid("deleteVersion", "needs objects named by their keys alone"));
        }
        Bucket bucket = request.context().bucket();
        List<ObjectKey> keys =
                asked.entries().stream().map(DeleteRequest.Entry::key).toList();
        JobTask task = scope.isWhole() && scope.versions()
                ? new JobTask.Emptying(bucket.name())
                : new JobTask.Deletion(bucket.name(), new JobSelection("", keys), scope.versions());
        return new BulkDelete(request, task, scope.isAsync(), asked.isQuiet()).perform();
    }

    /** The form of DeleteObject. */
    public static Response perform(DocumentRequest request, ObjectOperation.DeleteObject operation) {
        DeletionScope scope = operation.scope();
        JobSelection selection = scope.isWhole()
                ? new JobSelection(operation.key().value(), List.of())
                : new JobSelection("", List.of(operation.key()));
        JobTask task = new JobTask.Deletion(operation.bucket(), selection, scope.versions());
        return new BulkDelete(request, task, scope.isAsync(), false).perform();
    }

    private Response perform() {
        try {
            return performInBucket();
        } catch (FailureException e) {
            throw switch (e.failure()) {
                // Deleted since the request was authorised.
                case Failure.NotFound _ ->
                    new FailureException(new Failure.BucketMissing(task.bucket().value()));
                // By a policy of the bucket, which binds its owner, too.
                case Failure.PlatformRefused _ -> notAllowed();
                default -> e;
            };
        }
    }

    private FailureException notAllowed() {
        return new FailureException(new Failure.NotAllowed(context.operation().name()));
    }

    private Response performInBucket() {
        Identity caller = owner();
        JobOrigin origin = request.onIoThread(() -> origin(caller));
        BulkDeletions deletions = context.services().objects().deletions();
        BulkDeletions.Attempt attempt =
                request.database(() -> deletions.attempt(caller.tenant(), caller.user(), origin, task));
        Optional<BulkDeletions.Result> result = attempt.now(isAsync);
        return result.isPresent() ? answer(result.get()) : accepted(caller, queue(caller, origin, attempt));
    }

    /** Jobs act with the platform key of the bucket's owner, which only its own requests use. */
    private Identity owner() {
        if (!context.isAnonymous()) {
            Identity caller = context.identity();
            Bucket bucket = context.bucket();
            if (bucket.tenant().equals(caller.tenant()) && bucket.owner().equals(caller.user())) {
                return caller;
            }
        }
        throw notAllowed();
    }

    private JobOrigin origin(Identity caller) {
        boolean isSigned = context.login() == LoginKind.ACCESS_KEY;
        RequestFacts facts = context.request().facts();
        return new JobOrigin(
                caller.userName(), facts.source(), facts.isSecure(), null, isSigned ? caller.accessKey() : null);
    }

    private TenantJob queue(Identity caller, JobOrigin origin, BulkDeletions.Attempt attempt) {
        Bucket bucket = context.bucket();
        AuditTrail trail = context.services().requests().audit();
        AuditTrail.Call call = new AuditTrail.Call(
                context.answer().id().value(),
                AuditSource.S3,
                AUDITED,
                AuditActor.of(caller, context.login(), origin.address()),
                new AuditTarget(bucket.tenant(), caller.user(), bucket.name().value(), "", ""));
        return request.database(() -> {
            AuditId entry = trail.begin(call, AuditTrail.Durability.WITH_THE_CHANGE);
            TenantJob job = queue(attempt, trail, entry);
            // If this fails, the entry stays without an outcome: the job runs.
            trail.end(entry, new AuditOutcome(ACCEPTED, ""));
            return job;
        });
    }

    private static TenantJob queue(BulkDeletions.Attempt attempt, AuditTrail trail, AuditId entry) {
        try {
            return attempt.queue();
        } catch (FailureException e) {
            int status = e.failure() instanceof Failure.OfAccess ? FORBIDDEN : UNAVAILABLE;
            trail.end(entry, new AuditOutcome(status, e.failure().getClass().getSimpleName()));
            throw e;
        }
    }

    private Response accepted(Identity caller, TenantJob job) {
        byte[] document = new ResultDocument.Task(
                        job.id().toString(),
                        "Delete objects",
                        task.bucket(),
                        caller.tenant().toString(),
                        caller.userName(),
                        job.times().created())
                .toBytes();
        return answered -> answered.answer().document(ACCEPTED, document);
    }

    private Response answer(BulkDeletions.Result result) {
        List<DeletedObject> deleted = isQuiet
                ? List.of()
                : result.deleted().stream().map(BulkDelete::deleted).toList();
        List<FailedDelete> failed =
                result.failed().stream().map(BulkDelete::failed).toList();
        return Response.document(new ResultDocument.Deleted(deleted, failed).toBytes());
    }

    private static DeletedObject deleted(DeleteRequest.Entry entry) {
        return new DeletedObject(entry.key(), entry.versionId(), false, null);
    }

    private static FailedDelete failed(JobFailure failure) {
        return new FailedDelete(failure.key(), version(failure), failure.code(), failure.message());
    }

    private static @Nullable VersionId version(JobFailure failure) {
        return VersionId.parse(failure.version()).orElse(null);
    }
}
