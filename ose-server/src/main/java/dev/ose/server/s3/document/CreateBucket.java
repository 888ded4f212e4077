package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.PlatformResponse;
import java.util.List;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>: the name is claimed
 * in our rows, then the platform creates the bucket, then the claim is confirmed. A crash in between leaves a claim that
 * the same tenant's retry takes over, or else {@link dev.ose.server.bucket.ownership.BucketClaimRecovery} ends.
 *
 * <p>What a bucket says that is made anew by its owner, or by another user of the tenant, is the platform's choice: some
 * take it for done, and refuse it only where it would change the bucket.
 */
public final class CreateBucket {

    private static final int MOST_ATTEMPTS = 3;

    private final OperationContext context;
    private final BucketOperation.CreateBucket operation;
    private final BucketStore buckets;
    private Tagging tags = new Tagging(List.of());
    private int attempts;

    public CreateBucket(OperationContext context, BucketOperation.CreateBucket operation) {
        this.context = context;
        this.operation = operation;
        this.buckets = context.services().buckets();
    }

    public void perform() {
        if (isOwnershipDropped()) {
            context.fail(new Failure.Unacceptable(
                    S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", ObjectOwnership.HEADER)));
            return;
        }
        RequestXml.read(context, body -> {
            CreateBucketConfiguration configuration = CreateBucketConfiguration.read(body);
            String wanted = configuration.locationConstraint();
            String region = context.services().region();
            if (wanted != null && !wanted.equals(region)) {
                context.fail(new Failure.Unacceptable(
                        S3Error.of(S3ErrorCode.INVALID_LOCATION_CONSTRAINT).with("LocationConstraint", wanted)));
                return;
            }
            tags = configuration.tags();
            if (!tags.tags().isEmpty() && isRefused()) {
                return;
            }
            context.block(() -> {
                BucketClaim claim = claim(region);
                context.resume(() -> ask(claim, region));
            });
        });
    }

    /** Where there are no ownership controls, objects are their writers', whatever a request says. */
    private boolean isOwnershipDropped() {
        return context.platform().has(Quirk.NEWER_SETTINGS_OVERLOOKED)
                && context.exchange().requestHeaders(ObjectOwnership.HEADER).stream()
                        .anyMatch(text -> !text.equals(ObjectOwnership.OBJECT_WRITER.text()));
    }

    /** Answers a creation with tags that must not be, or that would leave the bucket without them. */
    private boolean isRefused() {
        if (!context.permitsTagging(operation)) {
            context.fail(new Failure.NotAllowed(operation.name()));
            return true;
        }
        if (!context.platform().offers(Capability.TAGGED_CREATION)) {
            context.fail(new Failure.NotOffered("CreateBucket with tags"));
            return true;
        }
        return false;
    }

    private BucketClaim claim(String region) {
        Identity caller = context.identity();
        return buckets.claim(caller.tenant(), caller.user(), caller.platform(), operation.bucket(), region);
    }

    private void ask(BucketClaim claim, String region) {
        attempts++;
        context.send(request(), response -> answered(claim, region, response), why -> failed(claim, why));
    }

    private PlatformRequest request() {
        List<HeaderField> headers = context.headersForPlatform();
        headers.removeIf(
                header -> header.name().startsWith("content-") || header.name().startsWith("x-amz-checksum"));
        byte[] document = tags.tags().isEmpty() ? new byte[0] : new CreateBucketConfiguration(null, tags).toBytes();
        return new PlatformRequest(
                context.platform(),
                context.payer(),
                context.identity().platformKey(),
                "PUT",
                PlatformRequests.path(context),
                "",
                headers,
                document.length == 0
                        ? PayloadHash.EMPTY_SHA256
                        : PayloadHash.Digest.of(document).hex(),
                document.length == 0 ? PlatformRequestBody.NONE : new PlatformRequestBody.InMemory(document),
                operation.name(),
                false);
    }

    private void answered(BucketClaim claim, String region, PlatformResponse response) {
        int status = response.status();
        Relay.document(context, response, body -> {
            boolean isHad = PlatformErrors.isCode(body, S3ErrorCode.BUCKET_ALREADY_OWNED_BY_YOU);
            if (status == 200 || (isHad && !claim.isKept())) {
                confirm(claim, region);
            } else if (status >= 500) {
                // It may exist by now: the claim stays for the retry that the client will make.
                PlatformErrors.answer(context, status, body);
            } else {
                abandon(claim, () -> PlatformErrors.answer(context, status, body));
            }
        });
    }

    private void failed(BucketClaim claim, Failure failure) {
        if (failure instanceof Failure.OutcomeUnknown) {
            context.fail(failure);
        } else {
            abandon(claim, () -> context.fail(failure));
        }
    }

    /**
     * Where a deletion has taken the row meanwhile, the platform may have made the bucket before it or after it: nobody could
     * delete it if we gave up because yet another deletion keeps the name busy.
     */
    private void confirm(BucketClaim claim, String region) {
        Identity caller = context.identity();
        context.block(() -> {
            if (buckets.confirm(caller.tenant(), caller.user(), claim.bucket())) {
                share(caller, claim);
                context.resume(this::succeed);
            } else if (attempts < MOST_ATTEMPTS) {
                context.resume(() -> BucketBusyRetry.take(context, () -> claim(region), again -> ask(again, region)));
            } else {
                context.resume(() ->
                        context.fail(new Failure.BucketBusy(operation.bucket().value())));
            }
        });
    }

    /** A bucket that was there already keeps its ACL. */
    private void share(Identity caller, BucketClaim claim) {
        if (!claim.isKept() && !context.grantees().isEmpty()) {
            context.services()
                    .sharing()
                    .recordNew(caller.tenant(), claim.bucket(), GrantSource.ACL, context.grantees());
        }
    }

    private void succeed() {
        context.exchange()
                .setResponseHeader("Location", '/' + operation.bucket().value());
        context.answer().empty(200);
    }

    private void abandon(BucketClaim claim, Runnable answer) {
        context.block(() -> {
            buckets.abandon(context.identity().tenant(), claim);
            context.resume(answer);
        });
    }
}
