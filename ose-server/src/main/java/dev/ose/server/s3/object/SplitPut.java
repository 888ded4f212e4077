package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.transfer.split.SplitOutcome;
import dev.ose.server.transfer.split.SplitTransfer;
import dev.ose.server.transfer.split.UploadSplit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

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
                && SplitRequests.keepsTagsAndLocks(context, body.headers())
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
        return context.services().platform().parts().uploads();
    }

    @Override
    public Response perform(DocumentRequest request) {
        Optional<SplitWrite> begun = SplitWrite.begin(request, requests, operation.key());
        if (begun.isEmpty()) {
            return answered -> {
                memory.close();
                oneStream.run();
            };
        }
        try (SplitWrite write = begun.get()) {
            return switch (write.send(ended -> transfer(write.id(), ended))) {
                case SplitOutcome.Stored(List<ETag> tags, Set<PartNumber> inDoubt) ->
                    stored(write.complete(body.objectBytes(), tags, inDoubt));
                case SplitOutcome.Refused(int status, byte[] document) -> refused(status, document);
                case SplitOutcome.Failed(Failure why) -> answered -> answered.fail(why);
                case SplitOutcome.BodyFailed(var cause) -> answered -> answered.fail(answered.bodyFailure(cause));
            };
        }
    }

    private SplitTransfer transfer(UploadId upload, Consumer<SplitOutcome> ended) {
        return split(context)
                .upload(
                        new UploadSplit.Body(
                                body.source(),
                                body.objectBytes(),
                                context.platform().name()),
                        memory,
                        (part, source, listener) -> context.services()
                                .platform()
                                .transport()
                                .send(requests.part(upload, part, source), new GuardedListener(context, listener)),
                        GuardedListener.pauses(context),
                        ended);
    }

    private static Response refused(int status, byte[] document) {
        return status == UploadWrite.GONE
                // The upload is gone; the client knows of none.
                ? answered -> answered.fail(
                        new Failure.PlatformUnreachable(answered.platform().name()))
                : answered -> PlatformErrors.answer(answered, status, document);
    }

    private static Response stored(SplitWrite.Stored object) {
        return answered -> {
            object.describe(answered.exchange());
            object.tag().ifPresent(known -> answered.exchange().setResponseHeader("ETag", known.quoted()));
            answered.answer().empty(200);
        };
    }
}
