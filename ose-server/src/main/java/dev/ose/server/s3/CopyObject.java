package dev.ose.server.s3;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.quota.Amount;
import dev.ose.server.quota.Target;
import dev.ose.server.transfer.RequestBody;
import java.util.List;
import java.util.OptionalLong;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>, done by the platform
 * itself. Its answer does not tell the size, so the key is verified afterwards; where a quota counts bytes, the platform is
 * asked for the size first. A failure may hide in an answer with status 200.
 */
final class CopyObject {

    private final OperationContext context;
    private final ObjectOperation.CopyObject operation;

    CopyObject(OperationContext context, ObjectOperation.CopyObject operation) {
        this.context = context;
        this.operation = operation;
    }

    void perform() {
        context.await(context.services().quotas().isLimited(target().bucket()), isLimited -> {
            if (isLimited) {
                SourceSize.find(context, operation.source(), this::reserve);
            } else {
                send(OptionalLong.empty());
            }
        });
    }

    private Target target() {
        return new Target.OfObject(context.object(operation.key()));
    }

    private void reserve(OptionalLong sizeBytes) {
        context.reserve(target(), Amount.ofObject(sizeBytes.orElse(0)), () -> send(sizeBytes));
    }

    private void send(OptionalLong sizeBytes) {
        TrackedWrite.begin(
                context,
                operation.key(),
                intent -> context.send(
                        PlatformRequests.request(
                                context,
                                CopyHeaders.of(context, operation.source()),
                                RequestBody.NONE,
                                PayloadHash.EMPTY_SHA256,
                                true),
                        response -> StoredResult.read(
                                context,
                                response,
                                result -> TrackedWrite.complete(
                                        context, intent, result.outcome(sizeBytes), () -> result.relay(List.of()))),
                        failure -> TrackedWrite.failed(context, intent, failure)));
    }
}
