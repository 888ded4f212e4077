package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequestBody;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>, performed by the
 * platform. Its answer lacks the size, so the key is verified afterwards; with a quota of bytes, the size is queried
 * first. If the caller's policies do not permit copying tags, the source is queried for tags, and a copy of a tagged
 * object is refused, as on AWS. An answer with status 200 may contain an error.
 */
public final class CopyObject {

    private final OperationContext context;
    private final ObjectOperation.CopyObject operation;
    private final boolean mayKeepTags;
    private final CopiedTags tags;

    public CopyObject(OperationContext context, ObjectOperation.CopyObject operation) {
        this.context = context;
        this.operation = operation;
        this.mayKeepTags = context.permitsKeptTags();
        this.tags = new CopiedTags(context);
    }

    public void perform() {
        tags.refusalOfNew().ifPresentOrElse(context::fail, this::begin);
    }

    private void begin() {
        context.await(context.services().quotas().isLimited(target().bucket()), isLimited -> {
            if (isLimited || !mayKeepTags || tags.mustBeNone()) {
                SourceHead.find(context, operation.source(), source -> found(source, isLimited));
            } else {
                send(OptionalLong.empty());
            }
        });
    }

    private void found(SourceHead.Answer source, boolean isLimited) {
        if (source.hasTags() && !mayKeepTags) {
            context.fail(new Failure.NotAllowed("copying tags"));
        } else if (source.hasTags() && tags.mustBeNone()) {
            context.fail(CopiedTags.refusal());
        } else if (isLimited) {
            reserve(source.sizeBytes());
        } else {
            send(source.sizeBytes());
        }
    }

    private QuotaTarget target() {
        return new QuotaTarget.OfObject(context.object(operation.key()));
    }

    private void reserve(OptionalLong sizeBytes) {
        context.reserve(target(), StorageAmount.ofObject(sizeBytes.orElse(0)), () -> send(sizeBytes));
    }

    private void send(OptionalLong sizeBytes) {
        TrackedWrite.send(
                context,
                operation.key(),
                PlatformRequests.request(context, headers(), PlatformRequestBody.NONE, PayloadHash.EMPTY_SHA256, true),
                (intent, response) -> StoredResult.read(
                        context,
                        response,
                        result -> TrackedWrite.complete(
                                context,
                                intent,
                                result.outcome(sizeBytes, Optional.empty()),
                                () -> result.relay(List.of()))));
    }

    /** Tags that were added to the source after the query must not be copied, either. */
    private List<HeaderField> headers() {
        List<HeaderField> headers = CopyHeaders.of(context, operation.source());
        tags.requireNoneIn(headers);
        if (!mayKeepTags) {
            headers.removeIf(header -> header.name().equals("x-amz-tagging-directive"));
            headers.add(new HeaderField("x-amz-tagging-directive", "REPLACE"));
        }
        return headers;
    }
}
