package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.auth.ClientAddress;
import dev.ose.server.s3.document.RequestXml;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>.
 * The answer lacks the size, so it is computed from the parts and verified afterwards; likewise the ETag if the
 * platform leaves it empty, as Ceph 16.2 does. A platform that completes has compared the parts' ETags, which determine
 * that of the object, so no request is needed. {@code Location} has the address that this client uses.
 */
public final class CompleteMultipartUpload {

    private final OperationContext context;
    private final ObjectOperation.CompleteMultipartUpload operation;

    public CompleteMultipartUpload(OperationContext context, ObjectOperation.CompleteMultipartUpload operation) {
        this.context = context;
        this.operation = operation;
    }

    public void perform() {
        RequestXml.read(context, body -> {
            // Parsed here for S3's errors; the platform gets the same bytes.
            CompleteMultipartUploadRequest request = CompleteMultipartUploadRequest.read(body);
            context.block(() -> {
                Map<PartNumber, NotedPart> noted =
                        context.services().uploads().parts(UploadNotes.upload(context, operation.uploadId()));
                context.resume(() -> compare(body, request, noted));
            });
        });
    }

    private void compare(byte[] body, CompleteMultipartUploadRequest request, Map<PartNumber, NotedPart> noted) {
        new CompletionClaims(context)
                .compare(
                        request.parts(),
                        operation.uploadId(),
                        noted,
                        sizeBytes -> reserve(body, new Whole(sizeBytes, tag(request))));
    }

    /** The parts' bytes are counted since their upload, until the object is counted instead. */
    private void reserve(byte[] body, Whole whole) {
        context.reserve(
                new QuotaTarget.OfObject(context.object(operation.key())),
                StorageAmount.ofObject(0),
                () -> send(body, whole));
    }

    /** The object's properties, from its parts. */
    private record Whole(OptionalLong sizeBytes, Optional<ETag> tag) {}

    private static Optional<ETag> tag(CompleteMultipartUploadRequest request) {
        return ETag.ofParts(request.parts().stream()
                .map(CompleteMultipartUploadRequest.Part::tag)
                .toList());
    }

    private void send(byte[] body, Whole whole) {
        TrackedWrite.send(
                context,
                operation.key(),
                PlatformRequests.withBody(context, body, true),
                (intent, response) -> StoredResult.read(context, response, result -> answered(intent, whole, result)),
                (intent, why) -> UploadNotes.unsure(
                        context,
                        operation.uploadId(),
                        why instanceof Failure.OutcomeUnknown,
                        () -> TrackedWrite.failed(context, intent, why)));
    }

    /** The object is counted before its parts are no longer, so that at no time neither is. */
    private void answered(Intent intent, Whole whole, StoredResult result) {
        boolean isGone = result.status() == UploadNotes.GONE;
        boolean isOver = result.isStored() || isGone;
        TrackedWrite.complete(
                context,
                intent,
                // NoSuchUpload may be the consequence of an earlier completion with an unknown outcome.
                isGone ? new WriteOutcome.Changed() : result.outcome(whole.sizeBytes(), whole.tag()),
                () -> note(isOver, result.isUnknown(), () -> result.relay(rules(whole))));
    }

    private void note(boolean isOver, boolean isUnknown, Runnable next) {
        UploadNotes.unsure(
                context,
                operation.uploadId(),
                isUnknown,
                () -> UploadNotes.ended(context, operation.uploadId(), isOver, next));
    }

    private List<XmlRewriteRule> rules(Whole whole) {
        String location = ClientAddress.of(context.exchange());
        String tag = whole.tag().map(ETag::quoted).orElse("");
        return List.of(
                XmlRewriteRule.of("CompleteMultipartUploadResult/Location", platformAddress -> location),
                XmlRewriteRule.of("CompleteMultipartUploadResult/ETag", told -> told.isBlank() ? tag : told));
    }
}
