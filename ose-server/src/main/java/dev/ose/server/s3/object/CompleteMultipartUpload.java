package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.s3.auth.ClientAddress;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
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
public final class CompleteMultipartUpload implements DocumentRequest.Operation {

    private final OperationContext context;
    private final ObjectOperation.CompleteMultipartUpload operation;
    private final CompletionClaims claims;
    private final String location;

    /** Call on the I/O thread. */
    public CompleteMultipartUpload(OperationContext context, ObjectOperation.CompleteMultipartUpload operation) {
        this.context = context;
        this.operation = operation;
        this.claims = new CompletionClaims(context);
        this.location = ClientAddress.of(context.exchange());
    }

    /** The object's properties, from its parts. */
    private record Whole(OptionalLong sizeBytes, Optional<ETag> tag) {}

    @Override
    public Response perform(DocumentRequest request) {
        // Parsed here for S3's errors; the platform gets the same bytes.
        CompleteMultipartUploadRequest asked = CompleteMultipartUploadRequest.read(request.body());
        Map<PartNumber, NotedPart> noted = request.database(
                () -> context.services().objects().uploads().parts(UploadNotes.upload(context, operation.uploadId())));
        Whole whole = new Whole(claims.compare(request, asked.parts(), operation.uploadId(), noted), tag(asked));
        // The parts' bytes are counted since their upload, until the object is counted instead.
        request.reserve(new QuotaTarget.OfObject(context.object(operation.key())), StorageAmount.ofObject(0));
        // A request that cannot be made must leave no intent behind.
        PlatformRequest completion = request.onIoThread(() -> PlatformRequests.withBody(context, request.body(), true));
        UploadWrite upload = UploadNotes.of(context, operation.uploadId());
        StoredResult result = upload.send(() -> complete(request, completion, whole));
        note(upload, result.answer());
        return result.relay(request, rules(whole));
    }

    private static Optional<ETag> tag(CompleteMultipartUploadRequest request) {
        return ETag.ofParts(request.parts().stream()
                .map(CompleteMultipartUploadRequest.Part::tag)
                .toList());
    }

    private StoredResult complete(DocumentRequest request, PlatformRequest completion, Whole whole) {
        return new AwaitedWrite(
                        context.services().objects().ledger(), context.bucket().id(), operation.name())
                .send(
                        operation.key(),
                        () -> StoredResult.of(request.send(() -> completion)),
                        result -> outcome(result.answer(), whole));
    }

    private WriteOutcome outcome(StoredAnswer answer, Whole whole) {
        // NoSuchUpload may be the consequence of an earlier completion with an unknown outcome.
        return isGone(answer)
                ? new WriteOutcome.Changed()
                : answer.outcome(
                        whole.sizeBytes(), whole.tag(), context.services().clock());
    }

    private static boolean isGone(StoredAnswer answer) {
        return answer.status() == UploadWrite.GONE;
    }

    /** The object is counted before its parts are no longer, so that at no time neither is. */
    private static void note(UploadWrite upload, StoredAnswer answer) {
        if (answer.isUnknown()) {
            upload.unsure();
        } else if (answer.isStored() || isGone(answer)) {
            upload.ended();
        }
    }

    private List<XmlRewriteRule> rules(Whole whole) {
        String tag = whole.tag().map(ETag::quoted).orElse("");
        return List.of(
                XmlRewriteRule.of("CompleteMultipartUploadResult/Location", platformAddress -> location),
                XmlRewriteRule.of("CompleteMultipartUploadResult/ETag", etag -> etag.isBlank() ? tag : etag));
    }
}
