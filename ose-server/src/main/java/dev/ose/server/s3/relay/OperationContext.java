package dev.ose.server.s3.relay;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3ErrorDocument;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.sigv4.ChunkSignatures;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.access.Decision;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.Reservation;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.s3.auth.PayloadAuthentication;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The inputs and services of one authorised operation; requires an {@code Allow}. */
public final class OperationContext {

    private final S3Request request;
    private final RequestTrace trace;
    private final Decision.Allow allow;
    private final QueryParameters query;
    private final PayloadAuthentication coverage;
    private final S3Services services;
    private HeaderGrants granted = HeaderGrants.NOTHING;
    private @Nullable Identity placed;
    private boolean isBodyOurs;

    public OperationContext(
            S3Request request,
            RequestTrace trace,
            Decision.Allow allow,
            QueryParameters query,
            PayloadAuthentication coverage,
            S3Services services) {
        this.request = request;
        this.trace = trace;
        this.allow = allow;
        this.query = query;
        this.coverage = coverage;
        this.services = services;
        if (isAnonymous()) {
            answer().hideFaults();
        }
    }

    /** The request, with the headers from its query. */
    public S3Request request() {
        return request;
    }

    public ClientExchange exchange() {
        return request.exchange();
    }

    public S3Answer answer() {
        return trace.answer();
    }

    /** How the caller signed in. */
    public LoginKind login() {
        return trace.login();
    }

    public S3Operation operation() {
        return allow.operation();
    }

    /**
     * Places the new bucket on the platform of this identity.
     *
     * @param identity the caller, with its login there
     */
    public void place(Identity identity) {
        placed = identity;
    }

    /** The caller; {@link IllegalStateException} if the operation has none. */
    public Identity identity() {
        if (placed != null) {
            return placed;
        }
        return switch (allow.caller()) {
            case Identity identity -> identity;
            case Caller.Anonymous _ ->
                throw new IllegalStateException(operation().name() + " has no caller");
        };
    }

    /** The caller's platform key; null for an anonymous caller, whose requests are sent unsigned. */
    @Nullable
    public PlatformKey platformKey() {
        return switch (allow.caller()) {
            case Identity _ -> identity().platformKey();
            case Caller.Anonymous _ -> null;
        };
    }

    /** The tenant that the operation is accounted to: the caller's, or the bucket's for an anonymous caller. */
    public TenantId payer() {
        return switch (allow.caller()) {
            case Identity identity -> identity.tenant();
            case Caller.Anonymous _ -> bucket().tenant();
        };
    }

    /** Whether the caller's own limits permit the deletion of this object, which the body names. */
    public boolean permitsDelete(BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
        return allow.permitsDelete(operation, key, version);
    }

    /** Whether the caller's own limits permit copying the source's tags. */
    public boolean permitsKeptTags() {
        return allow.permitsKeptTags();
    }

    /** Whether the caller's own limits permit tags on the new bucket. */
    public boolean permitsTagging(BucketOperation.CreateBucket operation) {
        return allow.permitsTagging(operation);
    }

    public Bucket bucket() {
        return allow.bucket();
    }

    /** An object of the bucket. */
    public ObjectAddress object(ObjectKey key) {
        return new ObjectAddress(bucket().id(), key);
    }

    QueryParameters query() {
        return query;
    }

    /** The extent to which the client's signature covers the body. */
    public PayloadHash payload() {
        return coverage.payload();
    }

    /** The region that the request is signed for; null if it names none. */
    @Nullable
    public String signedRegion() {
        return coverage.region();
    }

    /** Verifies the signatures in the body; null without signed chunks. */
    @Nullable
    public ChunkSignatures chunkSignatures() {
        return coverage.chunks();
    }

    public S3Services services() {
        return services;
    }

    /** Sets the translated grants of the request's headers. */
    public void granted(HeaderGrants translated) {
        granted = translated;
    }

    /** The grantees in the request's headers. */
    public Set<Grantee> grantees() {
        return granted.grantees();
    }

    /** The grants to whole tenants in the request's headers. */
    public TenantGrants tenantsGranted() {
        return granted.tenants();
    }

    /** Whether its headers only grant something to whole tenants. */
    public boolean grantsToTenantsAlone() {
        return !granted.tenants().isEmpty() && granted.headers().isEmpty();
    }

    /** Marks the body as replaced by an XML document of OSE. */
    public void replaceBody() {
        isBodyOurs = true;
    }

    /** Whether the body was replaced, so that the client's digests do not apply. */
    boolean isBodyOurs() {
        return isBodyOurs;
    }

    /** The client's headers to send to the platform, in a new list. */
    public List<HeaderField> headersForPlatform() {
        List<HeaderField> headers = HeaderPolicy.toPlatform(request, operation().name());
        HeaderPolicy.withoutOverlookedConditions(headers, platform());
        if (isBodyOurs) {
            headers.replaceAll(header -> header.name().equals("content-type")
                    ? new HeaderField(header.name(), S3ErrorDocument.CONTENT_TYPE)
                    : header);
        }
        if (operation().isWrite()) {
            headers.replaceAll(this::ofWrite);
        }
        if (operation() instanceof ObjectOperation.PutObject put && !put.mayOverwrite()) {
            headers.removeIf(header -> header.name().equals("if-none-match"));
            headers.add(new HeaderField("if-none-match", "*"));
        }
        headers.addAll(granted.headers());
        headers.addAll(vouching());
        return headers;
    }

    /** The headers that vouch for the client, for every request in the caller's name. */
    public List<HeaderField> vouching() {
        String tokens = allow.vouched();
        return tokens.isEmpty() ? List.of() : List.of(new HeaderField("referer", tokens));
    }

    private HeaderField ofWrite(HeaderField header) {
        return header.name().equals("if-match")
                ? new HeaderField(header.name(), platform().writeCondition(header.value()))
                : header;
    }

    /** Notes the size of the object that is read or written. */
    public void noteObjectSize(long bytes) {
        trace.objectSize(bytes);
    }

    /** A memory lease of the caller's share, until the end of the exchange. */
    public FairBudget.Lease memory() {
        return trace.memory();
    }

    /** Whether the caller is anonymous. */
    public boolean isAnonymous() {
        return allow.caller() instanceof Caller.Anonymous;
    }

    /** Whether the bucket belongs to another tenant than the caller, or the caller is anonymous. */
    public boolean isGuest() {
        return allow.platformTenant() != null;
    }

    /** The platform of the operation: the bucket's, or the one on which a new bucket is placed. */
    public PlatformId platformId() {
        return endpoint().platform();
    }

    private PlatformEndpoint endpoint() {
        return operation() instanceof BucketOperation.CreateBucket ? identity().endpoint() : bucket().endpoint();
    }

    public void fail(Failure why) {
        answer().fail(why);
    }

    /** Continues with the value on this I/O thread; answers a failure. */
    public <T> void await(CompletableFuture<T> future, Consumer<T> next) {
        trace.await(future, next, this::fail);
    }

    /** Continues with the value or the failure on this I/O thread. */
    public <T> void await(CompletableFuture<T> future, Consumer<T> next, Consumer<Failure> failed) {
        trace.await(future, next, failed);
    }

    /** Continues once the quota has reserved this amount; the reservation is kept until the end of the request. */
    public void reserve(QuotaTarget target, StorageAmount amount, Runnable next) {
        await(services.objects().quotas().reserve(target, amount), reservation -> {
            keep(reservation);
            next.run();
        });
    }

    /** Keeps the reservation until the end of the request. Call on the I/O thread. */
    public void keep(Reservation reservation) {
        if (!reservation.isNone()) {
            exchange().onEnd(() -> reservation.end(hasStoredNothing(answer().status())));
        }
    }

    /** Whether a write with this status changed nothing; an unanswered one may have. */
    private static boolean hasStoredNothing(int status) {
        return status >= 300 && status < 500;
    }

    /** Runs a blocking step; {@link #resume} continues on the I/O thread. */
    public void block(Runnable step) {
        trace.block(step);
    }

    /** The same; if the step is refused, runs {@code dropped} on the I/O thread and answers {@code SlowDown}. */
    public void block(Runnable step, Runnable dropped) {
        trace.block(step, dropped);
    }

    /** Runs a step on a virtual thread of its own, outside of the bounded threads; answers its exception. */
    public void detach(Runnable step) {
        trace.detach(step);
    }

    /** Runs a step on this thread; answers its exception. */
    public void guard(Runnable step) {
        trace.guard(step);
    }

    /** Continues with a step on the I/O thread. */
    public void resume(Runnable step) {
        trace.resume(step);
    }

    /** The bucket's name on the platform for this caller. */
    String bucketOnPlatform(BucketName name) {
        return onPlatform(allow.platformTenant(), name);
    }

    /** The same for the source bucket of a copy. */
    public String sourceOnPlatform(BucketName name) {
        return onPlatform(allow.platformTenantOfSource(), name);
    }

    private String onPlatform(@Nullable PlatformTenantId owner, BucketName name) {
        return platform().pathName(owner, name);
    }

    /** The platform of the bucket. */
    public Platform platform() {
        return platform(endpoint());
    }

    /** The platform of a copy's source: another tenant may have an endpoint of its own. */
    public Platform platformOfSource() {
        return platform(allow.endpointOfSource());
    }

    /** The platform; fails unless the caller's platform key is for it. */
    private Platform platform(PlatformEndpoint endpoint) {
        if (!isAnonymous()) {
            PlatformKey _ = identity().keyFor(endpoint.platform());
        }
        return services.platform().directory().get(endpoint);
    }

    /** Sends a request to the platform; passes its answer to {@code answered}, answers a failure. */
    public PlatformCall send(PlatformRequest request, Consumer<PlatformResponse> answered) {
        return send(request, answered, this::fail);
    }

    /** Sends a request to the platform. A body that the client aborted is a failure. */
    public PlatformCall send(PlatformRequest request, Consumer<PlatformResponse> answered, Consumer<Failure> failed) {
        long sentNanos = System.nanoTime();
        return services.platform().transport().send(request, new PlatformListener() {
            @Override
            public void responded(PlatformResponse response) {
                trace.platformAnswered(System.nanoTime() - sentNanos);
                // Not every path reads the answer, and an unread one would keep its connection.
                exchange().onEnd(response::abandon);
                answer().showFaults();
                trace.guard(() -> answered.accept(response));
            }

            @Override
            public void failed(Failure failure) {
                recordBug(failure);
                trace.guard(() -> failed.accept(failure));
            }

            @Override
            public void bodyFailed(IOException cause) {
                trace.guard(() -> failed.accept(bodyFailure(cause)));
            }
        });
    }

    /** Records the failure of a request to the platform if it is a bug of OSE. */
    public void recordBug(Failure failure) {
        if (failure instanceof Failure.Internal(RuntimeException bug)) {
            trace.bug(bug);
        }
    }

    /** The failure of the client's body: it was truncated or is bad. */
    public Failure bodyFailure(IOException cause) {
        return cause.getCause() instanceof FailureException bad
                ? bad.failure()
                : new Failure.BodyCut(exchange().requestLength(), 0);
    }

    /** Starts a streamed answer. */
    BodySink stream(int status, long lengthBytes) {
        answer().noteStatus(status);
        return exchange().respondStreaming(status, lengthBytes);
    }
}
