package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketBusyRetry;
import dev.ose.server.bucket.ownership.BucketCreation;
import dev.ose.server.bucket.ownership.ClaimAbandonment;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.PlatformRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>, in the order of
 * {@link BucketCreation}.
 *
 * <p>The answer to a repeated creation by the owner or another user of the tenant is the platform's: some succeed
 * unless the bucket would change.
 */
public final class CreateBucket implements BucketCreation.Steps<Response> {

    private final DocumentRequest request;
    private final OperationContext context;
    private final BucketOperation.CreateBucket operation;
    private final BucketStore buckets;
    private final BucketAdmissions admissions;
    private Identity caller;
    private Tagging wanted = new Tagging(List.of());

    private CreateBucket(DocumentRequest request, BucketOperation.CreateBucket operation) {
        this.request = request;
        this.context = request.context();
        this.operation = operation;
        this.buckets = context.services().buckets().store();
        this.admissions = context.services().platform().admissions();
        this.caller = context.identity();
    }

    /** Call on the I/O thread. */
    public static void perform(OperationContext context, BucketOperation.CreateBucket operation) {
        DocumentRequest.performWithBody(context, request -> new CreateBucket(request, operation).perform());
    }

    private Response perform() {
        CreateBucketConfiguration configuration = CreateBucketConfiguration.read(request.body());
        place(configuration.locationConstraint());
        if (isOwnershipRefused(context)) {
            throw notImplemented(ObjectOwnership.HEADER);
        }
        wanted = tags(configuration);
        @Nullable Response refusal = BucketCreation.perform(operation.bucket(), this);
        return refusal == null ? this::succeed : refusal;
    }

    private Tagging tags(CreateBucketConfiguration configuration) {
        if (!configuration.tags().tags().isEmpty()) {
            requireTagging();
        }
        return configuration.tags();
    }

    /** Goes on with the caller's login on the platform of the region. */
    private void place(@Nullable String constraint) {
        Regions regions = context.services().platform().placement().regions();
        PlatformId home = caller.platform();
        String region = constraint == null ? regions.of(home) : constraint;
        Optional<PlatformId> chosen = regions.platform(region, home);
        if (chosen.isEmpty()) {
            throw refused(S3ErrorCode.INVALID_LOCATION_CONSTRAINT, region);
        }
        @Nullable String signed = context.signedRegion();
        boolean isForThere = signed == null || regions.mayCreate(signed, region);
        if (!isForThere || !mayUse(chosen.get())) {
            throw refused(S3ErrorCode.ILLEGAL_LOCATION_CONSTRAINT_EXCEPTION, region);
        }
        if (!chosen.get().equals(home)) {
            requireNoGrants();
            caller = Futures.await(
                    context.services().platform().placement().identities().on(chosen.get(), caller));
            context.place(caller);
        }
    }

    private boolean mayUse(PlatformId platform) {
        return platform.equals(caller.platform())
                || request.database(() -> context.services()
                        .platform()
                        .placement()
                        .identities()
                        .mayCreateBuckets(caller.tenant(), platform));
    }

    /** They are translated before the region is known, to names of the first platform. */
    private void requireNoGrants() {
        for (String header : AclHeaders.GRANTS) {
            if (!context.request().headerValues(header).isEmpty()) {
                throw notImplemented(header);
            }
        }
    }

    private static FailureException notImplemented(String header) {
        return new FailureException(
                new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", header)));
    }

    private static FailureException refused(S3ErrorCode code, String region) {
        return new FailureException(new Failure.Unacceptable(S3Error.of(code).with("LocationConstraint", region)));
    }

    private static boolean isOwnershipRefused(OperationContext context) {
        Optional<ObjectOwnership> only = onlyOwnership(context.platform());
        return only.isPresent()
                && context.request().headerValues(ObjectOwnership.HEADER).stream()
                        .anyMatch(text -> !text.equals(only.get().text()));
    }

    /** The one that all new buckets have there; empty if a client may choose. */
    private static Optional<ObjectOwnership> onlyOwnership(Platform platform) {
        if (platform.has(Quirk.NEW_BUCKETS_MAY_HAVE_ACLS) || platform.has(Quirk.OWNERS_NOT_NAMED)) {
            return Optional.of(ObjectOwnership.BUCKET_OWNER_ENFORCED);
        }
        // Without ownership controls, objects belong to their writers, regardless of the request.
        return platform.has(Quirk.NEWER_SETTINGS_OVERLOOKED)
                ? Optional.of(ObjectOwnership.OBJECT_WRITER)
                : Optional.empty();
    }

    /** Refuses a creation with tags that must not be, or that would leave the bucket without them. */
    private void requireTagging() {
        if (!context.permitsTagging(operation)) {
            throw new FailureException(new Failure.NotAllowed(operation.name()));
        }
        if (!context.platform().offers(Capability.TAGGED_CREATION)) {
            throw new FailureException(new Failure.NotOffered("CreateBucket with tags"));
        }
    }

    @Override
    public BucketClaim claim(boolean isAgain) {
        return isAgain ? BucketBusyRetry.take(() -> request.database(this::claim)) : request.database(this::claim);
    }

    private BucketClaim claim() {
        String region = context.services().platform().placement().regions().of(caller.platform());
        try {
            return buckets.claim(caller.tenant(), caller.user(), caller.platform(), operation.bucket(), region);
        } catch (FailureException e) {
            boolean isOwnElsewhere = e.failure() instanceof Failure.BucketTaken
                    && buckets.holder(operation.bucket())
                            .filter(it -> it.tenant().equals(caller.tenant()))
                            .isPresent();
            throw isOwnElsewhere
                    ? new FailureException(new Failure.Unacceptable(S3Error.of(S3ErrorCode.BUCKET_ALREADY_OWNED_BY_YOU)
                            .with("BucketName", operation.bucket().value())))
                    : e;
        }
    }

    private PlatformRequest creation() {
        List<HeaderField> headers = context.headersForPlatform();
        headers.removeIf(
                header -> header.name().startsWith("content-") || header.name().startsWith("x-amz-checksum"));
        if (context.platform().has(Quirk.NEW_BUCKETS_MAY_HAVE_ACLS)) {
            // A new bucket is private without it, too.
            headers.removeIf(header ->
                    header.name().equals(AclHeaders.CANNED) && header.value().equals("private"));
        }
        byte[] document = new CreateBucketConfiguration(context.platform().newBucketRegion(), wanted).toBytes();
        return new PlatformRequest(
                new PlatformRequest.Sender(
                        context.platform(), context.payer(), context.identity().platformKey()),
                new PlatformRequest.Head("PUT", PlatformRequests.path(context), "", headers),
                document.length == 0 ? PlatformRequest.Content.NONE : PlatformRequest.Content.of(document),
                operation.name(),
                false);
    }

    @Override
    public @Nullable Response refusal(BucketClaim claim) {
        PlatformReply reply = send(claim);
        boolean isHad = PlatformErrors.isCode(reply.body(), S3ErrorCode.BUCKET_ALREADY_OWNED_BY_YOU);
        if (reply.status() == 200 || (isHad && !claim.isKept())) {
            return null;
        }
        // After a failure of the platform's own it may exist by now: the claim stays for the retry that the client will
        // make.
        if (reply.status() < 500) {
            abandon(claim);
        }
        return reply.error();
    }

    private PlatformReply send(BucketClaim claim) {
        grant(claim);
        try {
            return request.send(this::creation);
        } catch (FailureException e) {
            if (!(e.failure() instanceof Failure.OutcomeUnknown)) {
                abandon(claim);
            }
            throw e;
        }
    }

    /** Without an answer the claim stays: a creation before may have come to the platform. */
    private void grant(BucketClaim claim) {
        try {
            admission(claim).ifPresent(admissions::grant);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.BucketTaken) {
                abandon(claim);
            } else {
                abandonment().leave(caller.tenant(), () -> buckets.beginAbandon(caller.tenant(), claim));
            }
            throw e;
        }
    }

    /** Nothing for a bucket that is the tenant's already. */
    private Optional<BucketAdmissions.Admission> admission(BucketClaim claim) {
        return claim.isKept() || !context.platform().has(Quirk.BUCKETS_NEED_ADMISSION)
                ? Optional.empty()
                : request.database(
                        () -> admissions.find(caller.platform(), caller.tenant(), caller.user(), operation.bucket()));
    }

    private void abandon(BucketClaim claim) {
        admission(claim)
                .ifPresentOrElse(
                        it -> abandonment()
                                .perform(caller.tenant(), it, () -> buckets.beginAbandon(caller.tenant(), claim)),
                        () -> request.update(() -> buckets.abandon(caller.tenant(), claim)));
    }

    private ClaimAbandonment abandonment() {
        return new ClaimAbandonment(buckets, admissions, request::database);
    }

    @Override
    public boolean confirm(BucketClaim claim) {
        return request.database(() -> {
            boolean isConfirmed = buckets.confirm(caller.tenant(), caller.user(), claim.bucket());
            if (isConfirmed) {
                share(claim);
            }
            return isConfirmed;
        });
    }

    /** A bucket that was there already keeps its ACL. */
    private void share(BucketClaim claim) {
        if (!claim.isKept() && !context.grantees().isEmpty()) {
            context.services()
                    .sharing()
                    .recordNew(caller.tenant(), claim.bucket(), GrantSource.ACL, context.grantees());
        }
    }

    private void succeed(OperationContext answered) {
        answered.exchange()
                .setResponseHeader("Location", '/' + operation.bucket().value());
        answered.answer().empty(200);
    }
}
