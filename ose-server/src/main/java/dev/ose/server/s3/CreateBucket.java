package dev.ose.server.s3;

import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.credential.Identity;
import dev.ose.server.failure.Failure;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.RequestBody;
import java.util.List;
import java.util.Optional;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>: the name is claimed
 * in our rows, then the platform creates the bucket, then the claim is confirmed. A crash in between leaves a claim that
 * the same tenant's retry takes over.
 */
final class CreateBucket {

    private final OperationContext context;
    private final BucketOperation.CreateBucket operation;
    private final BucketStore buckets;

    CreateBucket(OperationContext context, BucketOperation.CreateBucket operation) {
        this.context = context;
        this.operation = operation;
        this.buckets = context.services().buckets();
    }

    void perform() {
        RequestXml.read(context, body -> {
            CreateBucketConfiguration configuration = CreateBucketConfiguration.read(body);
            String wanted = configuration.locationConstraint();
            String region = context.services().region();
            if (wanted != null && !wanted.equals(region)) {
                context.fail(new Failure.Unacceptable(
                        S3Error.of(S3ErrorCode.INVALID_LOCATION_CONSTRAINT).with("LocationConstraint", wanted)));
                return;
            }
            context.block(() -> claim(region));
        });
    }

    private void claim(String region) {
        Optional<BucketId> claimed = claimName(region);
        context.resume(() -> claimed.ifPresentOrElse(
                mine -> context.send(request(), response -> created(mine, response), why -> notCreated(mine, why)),
                () -> context.send(request(), response -> askedAgain(region, response))));
    }

    private Optional<BucketId> claimName(String region) {
        Identity caller = context.identity();
        return buckets.claim(caller.tenant(), caller.user(), caller.platform(), operation.bucket(), region);
    }

    private PlatformRequest request() {
        List<HeaderField> headers = context.headersForPlatform();
        headers.removeIf(
                header -> header.name().startsWith("content-") || header.name().startsWith("x-amz-checksum"));
        return new PlatformRequest(
                context.platform(),
                context.identity().platformKey(),
                "PUT",
                PlatformRequests.path(context),
                "",
                headers,
                PayloadHash.EMPTY_SHA256,
                RequestBody.NONE,
                operation.name(),
                false);
    }

    /**
     * What a bucket says that is made anew by its owner, or by another user of the tenant, is the platform's choice: some
     * take it for done, and refuse it only where it would change the bucket. If the bucket was deleted meanwhile, the
     * platform has made a new one, which needs a row again.
     */
    private void askedAgain(String region, PlatformResponse response) {
        int status = response.status();
        Relay.document(context, response, body -> {
            if (status == 200) {
                context.block(() -> {
                    claimName(region)
                            .ifPresent(
                                    mine -> buckets.confirm(context.identity().tenant(), mine));
                    context.resume(this::succeed);
                });
            } else {
                PlatformErrors.answer(context, status, body);
            }
        });
    }

    private void created(BucketId claimed, PlatformResponse response) {
        int status = response.status();
        Relay.document(context, response, body -> {
            if (status == 200 || PlatformErrors.isCode(body, S3ErrorCode.BUCKET_ALREADY_OWNED_BY_YOU)) {
                confirm(claimed);
            } else if (status >= 500) {
                // It may exist by now: the claim stays for the retry that the client will make.
                PlatformErrors.answer(context, status, body);
            } else {
                abandon(claimed, () -> PlatformErrors.answer(context, status, body));
            }
        });
    }

    private void notCreated(BucketId claimed, Failure failure) {
        if (failure instanceof Failure.OutcomeUnknown) {
            context.fail(failure);
        } else {
            abandon(claimed, () -> context.fail(failure));
        }
    }

    private void confirm(BucketId claimed) {
        context.block(() -> {
            buckets.confirm(context.identity().tenant(), claimed);
            context.resume(this::succeed);
        });
    }

    private void succeed() {
        context.exchange()
                .setResponseHeader("Location", '/' + operation.bucket().value());
        context.answer().empty(200);
    }

    private void abandon(BucketId claimed, Runnable answer) {
        context.block(() -> {
            buckets.abandon(context.identity().tenant(), claimed);
            context.resume(answer);
        });
    }
}
