package dev.ose.server.s3.object;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html">UploadPartCopy</a>. The answer
 * lacks the size of the part, so the source's is queried unless the request determines it; and the part's own if the
 * source may have been replaced meanwhile.
 */
public final class UploadPartCopy implements DocumentRequest.Operation {

    private final OperationContext context;
    private final ObjectOperation.UploadPartCopy operation;
    private final SourceHead source;

    /** Call on the I/O thread. */
    public UploadPartCopy(OperationContext context, ObjectOperation.UploadPartCopy operation) {
        this.context = context;
        this.operation = operation;
        this.source = new SourceHead(context, operation.source());
    }

    /** The expected size of the copy: certain for a range, for a whole object only if it is unchanged. */
    private record Size(OptionalLong bytes, Predicate<ETag> isOf) {}

    @Override
    public Response perform(DocumentRequest request) {
        Size size = size(request);
        UploadWrite upload = UploadNotes.of(context, operation.uploadId());
        request.reserve(
                new QuotaTarget.OfPart(UploadNotes.upload(context, operation.uploadId()), operation.partNumber()),
                StorageAmount.ofPart(size.bytes().orElse(0)));
        StoredResult result = upload.send(() -> StoredResult.of(request.send(this::request)));
        StoredAnswer answer = result.answer();
        if (answer.isStored()) {
            noted(request, size, answer)
                    .ifPresent(bytes ->
                            upload.stored(operation.partNumber(), new NotedPart(bytes, new PartChecksum.None())));
        } else if (answer.isUnknown()) {
            upload.unsure();
        }
        return result.relay(request, List.of());
    }

    /**
     * A source that is replaced between the question and the copy escapes its conditions: a platform that overlooks
     * them offers nothing to hold it by, since naming the version takes another permission.
     */
    private Size size(DocumentRequest request) {
        ByteRange range = operation.range();
        if (range == null) {
            SourceHead.Answer found = source.find(request);
            return new Size(
                    found.sizeBytes(), part -> found.tag().filter(part::equals).isPresent());
        }
        if (source.overlooksCondition()) {
            var _ = source.find(request);
        }
        return new Size(OptionalLong.of(range.lengthBytes()), part -> true);
    }

    private PlatformRequest request() {
        return PlatformRequests.request(
                context, CopyHeaders.ofPart(context, operation.source()), PlatformRequest.Content.NONE, true);
    }

    /** The size to note of the part. If a quota counts, one of unknown size counts as the largest until its end. */
    private OptionalLong noted(DocumentRequest request, Size expected, StoredAnswer answer) {
        if (answer.tag().filter(expected.isOf()).isPresent()) {
            return expected.bytes();
        }
        OptionalLong asked = StoredPart.size(request, operation.uploadId(), operation.partNumber());
        if (asked.isPresent()) {
            return asked;
        }
        return isLimited() ? OptionalLong.of(ObjectBody.MAX_BYTES) : expected.bytes();
    }

    /** The part is stored: that the database is away must not make a failure of it. */
    private boolean isLimited() {
        try {
            return Futures.await(context.services()
                    .objects()
                    .quotas()
                    .isLimited(context.bucket().id()));
        } catch (FailureException unknown) {
            return false;
        }
    }
}
