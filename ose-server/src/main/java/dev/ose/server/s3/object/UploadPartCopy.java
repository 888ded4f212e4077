package dev.ose.server.s3.object;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequestBody;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html">UploadPartCopy</a>. The answer
 * lacks the size of the part, so the source's is queried unless the request determines it; and the part's own if the
 * source may have been replaced meanwhile.
 */
public final class UploadPartCopy {

    private final OperationContext context;
    private final ObjectOperation.UploadPartCopy operation;

    public UploadPartCopy(OperationContext context, ObjectOperation.UploadPartCopy operation) {
        this.context = context;
        this.operation = operation;
    }

    /** The expected size of the copy: certain for a range, for a whole object only if it is unchanged. */
    private record Size(OptionalLong bytes, Predicate<ETag> isOf) {}

    /**
     * A source that is replaced between the question and the copy escapes its conditions: a platform that overlooks
     * them offers nothing to hold it by, since naming the version takes another permission.
     */
    public void perform() {
        ByteRange range = operation.range();
        Size ofRange = range == null ? null : new Size(OptionalLong.of(range.lengthBytes()), part -> true);
        if (ofRange != null && SourceHead.overlookedCondition(context).isEmpty()) {
            reserve(ofRange);
        } else {
            SourceHead.find(
                    context, operation.source(), source -> reserve(ofRange == null ? ofWhole(source) : ofRange));
        }
    }

    private static Size ofWhole(SourceHead.Answer source) {
        return new Size(
                source.sizeBytes(), part -> source.tag().filter(part::equals).isPresent());
    }

    private void reserve(Size size) {
        context.reserve(
                new QuotaTarget.OfPart(UploadNotes.upload(context, operation.uploadId()), operation.partNumber()),
                StorageAmount.ofPart(size.bytes().orElse(0)),
                () -> send(size));
    }

    private void send(Size size) {
        context.send(
                PlatformRequests.request(
                        context,
                        CopyHeaders.ofPart(context, operation.source()),
                        PlatformRequestBody.NONE,
                        PayloadHash.EMPTY_SHA256,
                        true),
                response -> StoredResult.read(context, response, result -> answered(size, result)),
                why -> UploadNotes.failed(context, operation.uploadId(), why));
    }

    private void answered(Size size, StoredResult result) {
        Runnable answer = () -> result.relay(List.of());
        if (!result.isStored()) {
            UploadNotes.unsure(context, operation.uploadId(), result.isUnknown(), answer);
        } else if (result.tag().filter(size.isOf()).isPresent()) {
            note(size.bytes(), answer);
        } else {
            PartSize.find(
                    context,
                    operation.uploadId(),
                    operation.partNumber(),
                    asked -> notePossible(asked.isPresent() ? asked : size.bytes(), asked.isEmpty(), answer));
        }
    }

    /**
     * If a quota counts, a part of unknown size counts as the largest possible part until its upload ends.
     */
    private void notePossible(OptionalLong sizeBytes, boolean isGuess, Runnable answer) {
        if (isGuess) {
            context.await(
                    context.services().quotas().isLimited(context.bucket().id()),
                    isLimited -> note(isLimited ? OptionalLong.of(ObjectBody.MAX_BYTES) : sizeBytes, answer),
                    unknown -> note(sizeBytes, answer));
        } else {
            note(sizeBytes, answer);
        }
    }

    private void note(OptionalLong sizeBytes, Runnable answer) {
        if (sizeBytes.isPresent()) {
            NotedPart noted = new NotedPart(sizeBytes.getAsLong(), new PartChecksum.None());
            UploadNotes.stored(context, operation.uploadId(), operation.partNumber(), noted, answer);
        } else {
            answer.run();
        }
    }
}
