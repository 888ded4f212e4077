package dev.ose.server.s3.object;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.transfer.PlatformRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>, performed by the
 * platform, by one request or {@linkplain CopyInParts in parts}. The answer lacks the size, so the key is verified
 * afterwards; with a quota of bytes, the size is queried first. If the caller's policies do not permit copying tags,
 * the source is queried for tags, and a copy of a tagged object is refused, as on AWS. An answer with status 200 may
 * contain an error.
 */
public final class CopyObject implements DocumentRequest.Operation {

    private final OperationContext context;
    private final ObjectOperation.CopyObject operation;
    private final boolean mayKeepTags;
    private final CopiedTags tags;
    private final SourceHead source;
    private final Optional<CopyInParts> parts;

    /** Call on the I/O thread. */
    public CopyObject(OperationContext context, ObjectOperation.CopyObject operation) {
        this.context = context;
        this.operation = operation;
        this.mayKeepTags = context.permitsKeptTags();
        this.tags = new CopiedTags(context);
        boolean maySplit = CopyInParts.mayBe(context, operation);
        SourceHead forParts = new SourceHead(context, operation.source(), true);
        this.parts = maySplit ? CopyInParts.of(context, operation, forParts) : Optional.empty();
        this.source = parts.isPresent() ? forParts : new SourceHead(context, operation.source());
    }

    @Override
    public Response perform(DocumentRequest request) {
        tags.requireNoNew();
        S3Services services = context.services();
        boolean isLimited = Futures.await(
                services.objects().quotas().isLimited(context.bucket().id()));
        SourceHead.Answer found = isLimited || parts.isPresent() || !mayKeepTags || tags.mustBeNone()
                ? find(request)
                : SourceHead.Answer.NONE;
        OptionalLong sizeBytes = found.sizeBytes();
        if (isLimited) {
            request.reserve(
                    new QuotaTarget.OfObject(context.object(operation.key())),
                    StorageAmount.ofObject(sizeBytes.orElse(0)));
        }
        Optional<Response> copied = parts.flatMap(it -> it.perform(request, found));
        return copied.orElseGet(() -> copyAtOnce(request, sizeBytes));
    }

    private Response copyAtOnce(DocumentRequest request, OptionalLong sizeBytes) {
        S3Services services = context.services();
        // A request that cannot be made must leave no intent behind.
        PlatformRequest copy = request.onIoThread(this::request);
        return new AwaitedWrite(services.objects().ledger(), context.bucket().id(), operation.name())
                .send(operation.key(), () -> StoredResult.of(request.send(() -> copy)), result -> result.answer()
                        .outcome(sizeBytes, Optional.empty(), services.clock()))
                .relay(request, List.of());
    }

    private SourceHead.Answer find(DocumentRequest request) {
        SourceHead.Answer found = source.find(request);
        if (found.hasTags() && !mayKeepTags) {
            throw new FailureException(new Failure.NotAllowed("copying tags"));
        }
        if (found.hasTags() && tags.mustBeNone()) {
            throw CopiedTags.refusal();
        }
        return found;
    }

    private PlatformRequest request() {
        return PlatformRequests.request(context, headers(), PlatformRequest.Content.NONE, true);
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
