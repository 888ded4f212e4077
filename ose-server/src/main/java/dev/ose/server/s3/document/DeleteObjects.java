package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.DeletionOutcomes;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html">DeleteObjects</a>. */
public final class DeleteObjects {

    private final OperationContext context;
    private final BucketOperation.DeleteObjects operation;
    private final List<FailedDelete> denied = new ArrayList<>();

    private DeleteObjects(OperationContext context, BucketOperation.DeleteObjects operation) {
        this.context = context;
        this.operation = operation;
    }

    public static Response perform(DocumentRequest request, BucketOperation.DeleteObjects operation) {
        return new DeleteObjects(request.context(), operation).perform(request);
    }

    private Response perform(DocumentRequest request) {
        DeleteRequest asked = DeleteRequest.read(request.body());
        if (asked.scope().isBeyondS3()) {
            return BulkDelete.perform(request, operation, asked);
        }
        if (!context.platform().offers(Capability.CONDITIONAL_DELETES)) {
            asked.requireNoConditions();
        }
        DeleteRequest permitted = permitted(asked);
        return permitted.entries().isEmpty()
                ? Response.document(new ResultDocument.Deleted(List.of(), denied).toBytes())
                : delete(request, permitted);
    }

    /**
     * The request without what the caller's own limits forbid, which the platform, seeing the user, would delete, and
     * without keys that it could take for paths to other objects.
     */
    private DeleteRequest permitted(DeleteRequest request) {
        List<DeleteRequest.Entry> permitted = new ArrayList<>();
        for (DeleteRequest.Entry entry : request.entries()) {
            if (!KeySafety.isSafe(entry.key(), context.platform())) {
                denied.add(failed(entry, S3ErrorCode.INVALID_URI));
            } else if (context.permitsDelete(operation, entry.key(), entry.versionId())) {
                permitted.add(entry);
            } else {
                denied.add(failed(entry, S3ErrorCode.ACCESS_DENIED));
            }
        }
        return new DeleteRequest(permitted, request.isQuiet());
    }

    private static FailedDelete failed(DeleteRequest.Entry entry, S3ErrorCode code) {
        return new FailedDelete(entry.key(), entry.versionId(), code.code(), code.message());
    }

    private Response delete(DocumentRequest request, DeleteRequest permitted) {
        DeletionOutcomes outcomes =
                new DeletionOutcomes(permitted, context.bucket().mayHaveVersions());
        // The platform gets the document as we read it, so that it cannot read another one; and reports each
        // key, also if the client asked for a quiet answer.
        byte[] document = new DeleteRequest(permitted.entries(), false).toBytes();
        // A request that cannot be made must leave no intents behind.
        PlatformRequest forPlatform = request.onIoThread(() -> PlatformRequests.withDocument(context, document));
        PlatformReply reply = new AwaitedWrite(
                        context.services().objects().ledger(), context.bucket().id(), operation.name())
                .sendAll(outcomes.keys(), () -> request.send(() -> forPlatform), answer -> outcomes(outcomes, answer));
        return reply.isError() ? reply.error() : response(reply, read(reply), permitted.isQuiet());
    }

    private static Function<ObjectKey, WriteOutcome> outcomes(DeletionOutcomes outcomes, PlatformReply reply) {
        if (reply.isError()) {
            return _ -> WriteOutcome.ofError(reply.status());
        }
        Map<ObjectKey, WriteOutcome> reported = read(reply).map(outcomes::of).orElse(Map.of());
        return key -> reported.getOrDefault(key, new WriteOutcome.Unknown());
    }

    private static Optional<PlatformAnswer.Deleted> read(PlatformReply reply) {
        return PlatformAnswer.find(PlatformAnswer.Deleted.class, reply.body());
    }

    /** The platform's answer, its complaints in our words, and what it was not asked for. */
    private Response response(PlatformReply reply, Optional<PlatformAnswer.Deleted> answer, boolean quiet) {
        if (answer.isPresent()) {
            List<FailedDelete> failed = new ArrayList<>();
            answer.get().failed().forEach(each -> failed.add(PlatformErrors.ofObject(context, each)));
            failed.addAll(denied);
            List<DeletedObject> deleted = quiet ? List.of() : answer.get().deleted();
            return reply.relay(
                    failed.isEmpty() && !quiet ? reply.body() : new ResultDocument.Deleted(deleted, failed).toBytes());
        }
        if (PlatformErrors.isRefusal(reply.body())) {
            return reply.lateError();
        }
        // Not an answer to what was asked, so that it does not show what is deleted; a balancer's page perhaps.
        throw new FailureException(
                new Failure.OutcomeUnknown(context.operation().name()));
    }
}
