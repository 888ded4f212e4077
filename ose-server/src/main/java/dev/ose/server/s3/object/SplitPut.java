package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.split.SplitOutcome;
import dev.ose.server.transfer.split.SplitUpload;
import dev.ose.server.transfer.split.UploadSplit;
import java.io.EOFException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A PutObject whose body the platform gets as parallel parts of a multipart upload. The node verifies all that the
 * client stated of the body before the upload is completed, so that the object appears whole or not at all. The upload
 * is recorded before its first part, and aborted after any failure; what cannot be aborted at once is aborted later.
 * Until the first byte is read, the body can still go as one stream.
 */
final class SplitPut implements DocumentRequest.Operation {

    /** What SDKs add by themselves. Others are stated by choice, and the platform keeps them with the object. */
    private static final Set<ChecksumAlgorithm> CYCLIC_CODES =
            Set.of(ChecksumAlgorithm.CRC32, ChecksumAlgorithm.CRC32C, ChecksumAlgorithm.CRC64NVME);

    /** What the answer to a PutObject has, as far as the completion or the creation of an upload says it. */
    private static final List<String> ANSWERED = List.of(
            Versions.ID,
            "x-amz-expiration",
            "x-amz-server-side-encryption",
            "x-amz-server-side-encryption-aws-kms-key-id",
            "x-amz-server-side-encryption-bucket-key-enabled",
            "x-amz-server-side-encryption-context",
            "x-amz-server-side-encryption-customer-algorithm",
            "x-amz-server-side-encryption-customer-key-md5",
            "x-amz-request-charged");

    private final OperationContext context;
    private final ObjectOperation.PutObject operation;
    private final ObjectBody body;
    private final SplitRequests requests;
    private final FairBudget.Lease memory;
    private final Runnable oneStream;

    private SplitPut(
            OperationContext context,
            ObjectOperation.PutObject operation,
            ObjectBody body,
            FairBudget.Lease memory,
            Runnable oneStream) {
        this.context = context;
        this.operation = operation;
        this.body = body;
        this.requests = new SplitRequests(context, body.headers());
        this.memory = memory;
        this.oneStream = oneStream;
    }

    /** Whether the upload may be split: it is large, and says nothing that a multipart upload would not keep. */
    static boolean isFor(OperationContext context, ObjectBody body) {
        return split(context).isFor(body.objectBytes())
                && !context.isGuest()
                && !statesMd5(context)
                && (!SplitRequests.areConditional(body.headers())
                        || context.platform().offers(Capability.CONDITIONAL_COMPLETIONS))
                && !keepsChecksum(context);
    }

    /** Clients that state an MD5 compare it with the ETag as well. */
    private static boolean statesMd5(OperationContext context) {
        return !context.request().headerValues("content-md5").isEmpty();
    }

    private static boolean keepsChecksum(OperationContext context) {
        StatedChecksum stated = BodyChecksum.stated(context.request());
        return !context.request().headerValues("x-amz-checksum-algorithm").isEmpty()
                || (stated != null
                        && BodyChecksum.isVerifiedBy(context.platform(), stated.algorithm())
                        && !CYCLIC_CODES.contains(stated.algorithm()));
    }

    /**
     * Sends the body in parts, or as one stream if there is no memory for parts, or the platform begins no upload.
     *
     * @param oneStream sends it as one stream, on the I/O thread
     */
    static void perform(OperationContext context, ObjectOperation.PutObject operation, Runnable oneStream) {
        KeySafety.check(operation.key(), context.platform());
        Optional<FairBudget.Lease> lease = split(context).lease(context.payer());
        if (lease.isEmpty()) {
            oneStream.run();
            return;
        }
        context.exchange().onEnd(lease.get()::close);
        ObjectBody verified = ObjectBody.verifiedHere(context);
        DocumentRequest.perform(context, new SplitPut(context, operation, verified, lease.get(), oneStream));
    }

    private static UploadSplit split(OperationContext context) {
        return context.services().platform().split();
    }

    @Override
    public Response perform(DocumentRequest request) {
        Optional<PlatformReply> created = create(request);
        Optional<UploadId> id = created.flatMap(
                        reply -> PlatformAnswer.find(PlatformAnswer.Initiated.class, reply.body()))
                .map(PlatformAnswer.Initiated::uploadId);
        if (created.isEmpty() || id.isEmpty()) {
            return goAsOneStream();
        }
        Upload upload = new Upload(context.bucket().id(), operation.key(), id.get());
        try {
            return isRecorded(request, upload) ? store(request, upload, created.get()) : goAsOneStream();
        } finally {
            // Whatever happened, the upload is not noted for ever as one that goes on.
            splits().abandon(upload);
        }
    }

    private Response store(DocumentRequest request, Upload upload, PlatformReply created) {
        return switch (sendParts(request, upload)) {
            case SplitOutcome.Stored(List<ETag> tags, Set<PartNumber> inDoubt) ->
                complete(request, upload, created, new SplitCompletion(request, requests, upload.id(), tags, inDoubt));
            case SplitOutcome.Refused(int status, byte[] document) -> refused(status, document);
            case SplitOutcome.Failed(Failure why) -> answered -> answered.fail(why);
            case SplitOutcome.BodyFailed(var cause) -> answered -> answered.fail(answered.bodyFailure(cause));
        };
    }

    /** The platform's confirmation; empty if it does not confirm. */
    private Optional<PlatformReply> create(DocumentRequest request) {
        try {
            return Optional.of(request.send(requests::creation)).filter(reply -> !reply.isError());
        } catch (FailureException noAnswer) {
            // Nothing was read of the body, and one stream will meet the same trouble, or none.
            return Optional.empty();
        }
    }

    private Response goAsOneStream() {
        return answered -> {
            memory.close();
            oneStream.run();
        };
    }

    /** Whether the upload is recorded; if not, it is aborted. */
    private boolean isRecorded(DocumentRequest request, Upload upload) {
        boolean isRecorded = false;
        try {
            request.update(() -> splits().begin(upload));
            isRecorded = true;
            return true;
        } catch (FailureException databaseAway) {
            return false;
        } finally {
            if (!isRecorded) {
                abort(request, upload, false);
            }
        }
    }

    private SplitUploads splits() {
        return context.services().objects().splits();
    }

    /** Blocks until no part is under way any more; if one failed, the upload has been aborted. */
    private SplitOutcome sendParts(DocumentRequest request, Upload upload) {
        CompletableFuture<SplitOutcome> ended = new CompletableFuture<>();
        SplitUpload parts = request.onIoThread(() -> start(upload, ended));
        SplitOutcome outcome = Futures.await(ended);
        if (!(outcome instanceof SplitOutcome.Stored)) {
            abort(request, upload, request.onIoThread(parts::isInDoubt));
        }
        return outcome;
    }

    private SplitUpload start(Upload upload, CompletableFuture<SplitOutcome> ended) {
        SplitUpload parts = split(context)
                .upload(
                        new UploadSplit.Body(
                                body.source(),
                                body.objectBytes(),
                                context.platform().name()),
                        memory,
                        (part, source, listener) -> context.services()
                                .platform()
                                .transport()
                                .send(requests.part(upload.id(), part, source), new GuardedListener(context, listener)),
                        GuardedListener.pauses(context),
                        ended::complete);
        context.exchange().onEnd(() -> {
            parts.abort();
            ended.complete(new SplitOutcome.BodyFailed(new EOFException("the client has left")));
        });
        parts.start();
        return parts;
    }

    private Response complete(
            DocumentRequest request, Upload upload, PlatformReply created, SplitCompletion completion) {
        StoredResult result;
        try {
            result = new AwaitedWrite(
                            context.services().objects().ledger(),
                            context.bucket().id(),
                            operation.name())
                    .send(
                            operation.key(),
                            () -> completion.send(() -> splits().requireKept(upload)),
                            it -> outcome(it.answer(), completion.expectedTag()));
        } catch (RuntimeException e) {
            // An abortion beside a completion that is under way could leave an object without its parts.
            if (e instanceof FailureException foreseen && !(foreseen.failure() instanceof Failure.OutcomeUnknown)) {
                abort(request, upload, false);
            }
            throw e;
        }
        return completed(request, upload, created, result, completion.expectedTag());
    }

    private WriteOutcome outcome(StoredAnswer answer, Optional<ETag> expected) {
        // NoSuchUpload may be the consequence of a completion that was carried out twice.
        return answer.status() == UploadWrite.GONE
                ? new WriteOutcome.Changed()
                : answer.outcome(
                        OptionalLong.of(body.objectBytes()),
                        expected,
                        context.services().clock());
    }

    private Response completed(
            DocumentRequest request,
            Upload upload,
            PlatformReply created,
            StoredResult result,
            Optional<ETag> expected) {
        StoredAnswer answer = result.answer();
        if (answer.isStored()) {
            end(upload);
            request.noteVersion(answer.versionId());
            return stored(created, result.reply(), answer.tag().or(() -> expected));
        }
        if (answer.status() == UploadWrite.GONE) {
            end(upload);
            throw new FailureException(new Failure.OutcomeUnknown(operation.name()));
        }
        if (!answer.isUnknown()) {
            abort(request, upload, false);
        }
        if (SplitCompletion.isOtherPart(result)) {
            // The client has sent no parts.
            throw new FailureException(
                    new Failure.PlatformUnreachable(context.platform().name()));
        }
        if (!result.reply().isError()) {
            // A completion may fail behind the status 200; clients do not look for that in the answer to a PUT.
            throw new FailureException(new Failure.OutcomeUnknown(operation.name()));
        }
        return result.reply().error();
    }

    private static Response refused(int status, byte[] document) {
        return status == UploadWrite.GONE
                // The upload is gone; the client knows of none.
                ? answered -> answered.fail(
                        new Failure.PlatformUnreachable(answered.platform().name()))
                : answered -> PlatformErrors.answer(answered, status, document);
    }

    private static Response stored(PlatformReply created, PlatformReply completed, Optional<ETag> tag) {
        return answered -> {
            for (String name : ANSWERED) {
                completed.header(name).or(() -> created.header(name)).ifPresent(value -> answered.exchange()
                        .setResponseHeader(name, value));
            }
            tag.ifPresent(known -> answered.exchange().setResponseHeader("ETag", known.quoted()));
            answered.answer().empty(200);
        };
    }

    /**
     * Aborts the upload. Unless that is certain, it stays recorded.
     *
     * @param isInDoubt whether the platform may store a part yet, so that it has to be aborted once more
     */
    private void abort(DocumentRequest request, Upload upload, boolean isInDoubt) {
        boolean isOver = false;
        try {
            isOver = UploadWrite.isOver(
                    request.send(() -> requests.abortion(upload.id())).status());
        } catch (FailureException noAnswer) {
            // It is aborted later.
        }
        if (isOver && !isInDoubt) {
            end(upload);
        }
    }

    private void end(Upload upload) {
        splits().end(upload);
        // A comparison may have found it on the platform and counted its parts.
        var _ = context.services().objects().uploads().note(UploadChange.ended(upload));
    }
}
