package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.split.SplitOutcome;
import dev.ose.server.transfer.split.SplitTransfer;
import java.io.EOFException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One object that a node stores by a multipart upload of its own. The upload is recorded before its first part,
 * completed as one write of the ledger, and aborted after any failure; what cannot be aborted at once is aborted later.
 * Close it in any case. Confined to the thread of the request.
 */
final class SplitWrite implements AutoCloseable {

    /** What the answer to a write has, as far as the completion or the creation of an upload says it. */
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

    private final DocumentRequest request;
    private final OperationContext context;
    private final SplitRequests requests;
    private final Upload upload;
    private final PlatformReply created;
    /** Whether the platform may store a part yet, so that the upload has to be aborted once more. */
    private boolean isInDoubt;

    private SplitWrite(DocumentRequest request, SplitRequests requests, Upload upload, PlatformReply created) {
        this.request = request;
        this.context = request.context();
        this.requests = requests;
        this.upload = upload;
        this.created = created;
    }

    /** A stored object. */
    record Stored(PlatformReply created, PlatformReply completed, Optional<ETag> tag) {

        /** Sets the headers that the answers to all writes have. */
        void describe(ClientExchange exchange) {
            for (String name : ANSWERED) {
                completed
                        .header(name)
                        .or(() -> created.header(name))
                        .ifPresent(value -> exchange.setResponseHeader(name, value));
            }
        }
    }

    /**
     * Begins the upload; empty if the platform does not begin it, or if it cannot be recorded. Then the object can
     * still be stored otherwise. Blocks.
     */
    static Optional<SplitWrite> begin(DocumentRequest request, SplitRequests requests, ObjectKey key) {
        Optional<PlatformReply> created = create(request, requests);
        Optional<UploadId> id = created.flatMap(
                        reply -> PlatformAnswer.find(PlatformAnswer.Initiated.class, reply.body()))
                .map(PlatformAnswer.Initiated::uploadId);
        if (created.isEmpty() || id.isEmpty()) {
            return Optional.empty();
        }
        Upload upload = new Upload(request.context().bucket().id(), key, id.get());
        SplitWrite write = new SplitWrite(request, requests, upload, created.get());
        boolean isRecorded = false;
        try {
            isRecorded = write.isRecorded();
        } finally {
            if (!isRecorded) {
                write.abort();
                write.close();
            }
        }
        return isRecorded ? Optional.of(write) : Optional.empty();
    }

    /** The platform's confirmation; empty if it does not confirm. */
    private static Optional<PlatformReply> create(DocumentRequest request, SplitRequests requests) {
        try {
            return Optional.of(request.send(requests::creation)).filter(reply -> !reply.isError());
        } catch (FailureException noAnswer) {
            // Nothing was stored, and the ordinary request will meet the same trouble, or none.
            return Optional.empty();
        }
    }

    private boolean isRecorded() {
        try {
            request.update(() -> splits().begin(upload));
            return true;
        } catch (FailureException databaseAway) {
            return false;
        }
    }

    private SplitUploads splits() {
        return context.services().objects().splits();
    }

    UploadId id() {
        return upload.id();
    }

    /**
     * Blocks until no part is under way any more; unless all are stored, the upload has been aborted.
     *
     * @param parts makes the transfer, on the I/O thread; it reports its end
     */
    SplitOutcome send(Function<Consumer<SplitOutcome>, SplitTransfer> parts) {
        CompletableFuture<SplitOutcome> ended = new CompletableFuture<>();
        SplitTransfer transfer = request.onIoThread(() -> start(parts, ended));
        SplitOutcome outcome = Futures.await(ended);
        isInDoubt = request.onIoThread(transfer::isInDoubt);
        if (!(outcome instanceof SplitOutcome.Stored)) {
            abort();
        }
        return outcome;
    }

    private SplitTransfer start(
            Function<Consumer<SplitOutcome>, SplitTransfer> parts, CompletableFuture<SplitOutcome> ended) {
        SplitTransfer transfer = parts.apply(ended::complete);
        context.exchange().onEnd(() -> {
            transfer.abort();
            ended.complete(new SplitOutcome.BodyFailed(new EOFException("the client has left")));
        });
        transfer.start();
        return transfer;
    }

    /**
     * Completes the upload. Blocks.
     *
     * @param tags those of all parts, from the first one on
     * @param replaceable parts whose tag may have changed, while their bytes cannot have
     * @throws RuntimeException the platform refuses, or it is unknown what it did
     */
    Stored complete(long sizeBytes, List<ETag> tags, Set<PartNumber> replaceable) {
        SplitCompletion completion = new SplitCompletion(request, requests, upload.id(), tags, replaceable);
        StoredResult result;
        try {
            result = new AwaitedWrite(
                            context.services().objects().ledger(),
                            context.bucket().id(),
                            context.operation().name())
                    .send(
                            upload.key(),
                            () -> completion.send(() -> splits().requireKept(upload)),
                            it -> outcome(it.answer(), sizeBytes, completion.expectedTag()));
        } catch (RuntimeException e) {
            // An abortion beside a completion that is under way could leave an object without its parts.
            if (e instanceof FailureException foreseen && !(foreseen.failure() instanceof Failure.OutcomeUnknown)) {
                abort();
            }
            throw e;
        }
        requireStored(result);
        end();
        request.noteVersion(result.answer().versionId());
        return new Stored(created, result.reply(), result.answer().tag().or(completion::expectedTag));
    }

    private WriteOutcome outcome(StoredAnswer answer, long sizeBytes, Optional<ETag> expected) {
        // NoSuchUpload may be the consequence of a completion that was carried out twice.
        return answer.status() == UploadWrite.GONE
                ? new WriteOutcome.Changed()
                : answer.outcome(
                        OptionalLong.of(sizeBytes), expected, context.services().clock());
    }

    private void requireStored(StoredResult result) {
        StoredAnswer answer = result.answer();
        if (answer.isStored()) {
            return;
        }
        if (answer.status() == UploadWrite.GONE) {
            end();
            throw unknown();
        }
        if (!answer.isUnknown()) {
            abort();
        }
        if (SplitCompletion.isOtherPart(result)) {
            // The client has sent no parts.
            throw unreachable();
        }
        // A completion may fail behind the status 200; clients do not look for that in every answer.
        throw result.reply().isError() ? result.reply().refusal() : unknown();
    }

    private FailureException unknown() {
        return new FailureException(
                new Failure.OutcomeUnknown(context.operation().name()));
    }

    private FailureException unreachable() {
        return new FailureException(
                new Failure.PlatformUnreachable(context.platform().name()));
    }

    /** Aborts the upload. It stays recorded if that is uncertain, or if a part may be stored yet. Blocks. */
    void abort() {
        boolean isOver = false;
        try {
            isOver = UploadWrite.isOver(
                    request.send(() -> requests.abortion(upload.id())).status());
        } catch (FailureException noAnswer) {
            // It is aborted later.
        }
        if (isOver && !isInDoubt) {
            end();
        }
    }

    private void end() {
        splits().end(upload);
        // A comparison may have found it on the platform and counted its parts.
        var _ = context.services().objects().uploads().note(UploadChange.ended(upload));
    }

    /** Whatever happened, the upload is not noted for ever as one that goes on. */
    @Override
    public void close() {
        splits().abandon(upload);
    }
}
