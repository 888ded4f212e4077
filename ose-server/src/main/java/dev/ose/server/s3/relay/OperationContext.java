package dev.ose.server.s3.relay;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Quirk;
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
import dev.ose.server.accounting.quota.StorageAmount;
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

/** Everything a handler may use for one allowed operation; there is none without an {@code Allow}. */
public final class OperationContext {

    private final ClientExchange exchange;
    private final RequestTrace trace;
    private final Decision.Allow allow;
    private final QueryParameters query;
    private final PayloadAuthentication coverage;
    private final S3Services services;
    private HeaderGrants granted = HeaderGrants.NOTHING;
    private boolean isBodyOurs;

    public OperationContext(
            ClientExchange exchange,
            RequestTrace trace,
            Decision.Allow allow,
            QueryParameters query,
            PayloadAuthentication coverage,
            S3Services services) {
        this.exchange = exchange;
        this.trace = trace;
        this.allow = allow;
        this.query = query;
        this.coverage = coverage;
        this.services = services;
        if (isAnonymous()) {
            answer().hideFaults();
        }
    }

    public ClientExchange exchange() {
        return exchange;
    }

    public S3Answer answer() {
        return trace.answer();
    }

    public S3Operation operation() {
        return allow.operation();
    }

    /** Who asks; a bug where the operation is open to everybody. */
    public Identity identity() {
        return switch (allow.caller()) {
            case Identity identity -> identity;
            case Caller.Anonymous _ ->
                throw new IllegalStateException(operation().name() + " needs somebody");
        };
    }

    /** The caller's own key on the platform; null for somebody without one, whose requests go there unsigned. */
    @Nullable
    public PlatformKey platformKey() {
        return switch (allow.caller()) {
            case Identity identity -> identity.platformKey();
            case Caller.Anonymous _ -> null;
        };
    }

    /** On whose account it is done: the caller's, or that of the bucket's tenant for somebody without one. */
    public TenantId payer() {
        return switch (allow.caller()) {
            case Identity identity -> identity.tenant();
            case Caller.Anonymous _ -> bucket().tenant();
        };
    }

    /** Whether the caller's own limits permit to delete this object, one of those that the body names. */
    public boolean permitsDelete(BucketOperation.DeleteObjects operation, ObjectKey key, @Nullable VersionId version) {
        return allow.permitsDelete(operation, key, version);
    }

    /** Whether the caller's own limits permit that a copy takes along the tags that its source may have. */
    public boolean permitsKeptTags() {
        return allow.permitsKeptTags();
    }

    /** Whether the caller's own limits permit to tag the bucket that is to be made. */
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

    /** How the client's signature covers the body. */
    public PayloadHash payload() {
        return coverage.payload();
    }

    /** What the signatures inside the body must be; null if it is not in signed chunks. */
    @Nullable
    public ChunkSignatures chunkSignatures() {
        return coverage.chunks();
    }

    public S3Services services() {
        return services;
    }

    /** Notes whom the request grants something in its headers. */
    public void granted(HeaderGrants translated) {
        granted = translated;
    }

    /** Whom the request grants something in its headers. */
    public Set<Grantee> grantees() {
        return granted.grantees();
    }

    /** What the request grants whole tenants in its headers. */
    public TenantGrants tenantsGranted() {
        return granted.tenants();
    }

    /** Whether its headers grant something to whole tenants and to nobody else. */
    public boolean grantsToTenantsAlone() {
        return !granted.tenants().isEmpty() && granted.headers().isEmpty();
    }

    /** Notes that handlers read a document of ours, in XML, instead of the client's. */
    public void replaceBody() {
        isBodyOurs = true;
    }

    /** Whether handlers read a document of ours, which has other digests than what the client sent. */
    boolean isBodyOurs() {
        return isBodyOurs;
    }

    /** The client's headers that the platform is to see; the list is the caller's. */
    public List<HeaderField> headersForPlatform() {
        List<HeaderField> headers =
                HeaderPolicy.toPlatform(exchange, operation().name());
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

    /** What everything has to be sent along with that the platform is asked for the caller. */
    public List<HeaderField> vouching() {
        String tokens = allow.vouched();
        return tokens.isEmpty() ? List.of() : List.of(new HeaderField("referer", tokens));
    }

    private HeaderField ofWrite(HeaderField header) {
        return header.name().equals("if-match")
                ? new HeaderField(header.name(), platform().writeCondition(header.value()))
                : header;
    }

    /** Memory on the account of who asks, until the exchange is over. */
    public FairBudget.Lease memory() {
        return trace.memory();
    }

    /** Whether nobody proved who asks. */
    public boolean isAnonymous() {
        return allow.caller() instanceof Caller.Anonymous;
    }

    /** Whether the bucket is of another tenant than the caller, or the caller of none. */
    public boolean isGuest() {
        return allow.platformTenant() != null;
    }

    /** Where the operation goes: to the bucket's platform, or to the caller's as long as there is no bucket. */
    public PlatformId platformId() {
        return endpoint().platform();
    }

    private PlatformEndpoint endpoint() {
        return operation() instanceof BucketOperation.CreateBucket ? identity().endpoint() : bucket().endpoint();
    }

    public void fail(Failure why) {
        answer().fail(why);
    }

    /** Goes on with the value on this I/O thread; a failure is answered. */
    public <T> void await(CompletableFuture<T> future, Consumer<T> next) {
        trace.await(future, next, this::fail);
    }

    /** Goes on with the value or with the failure on this I/O thread. */
    public <T> void await(CompletableFuture<T> future, Consumer<T> next, Consumer<Failure> failed) {
        trace.await(future, next, failed);
    }

    /** Goes on once there is room for so much; the room is kept until the request is over. */
    public void reserve(QuotaTarget target, StorageAmount amount, Runnable next) {
        await(services.quotas().reserve(target, amount), reservation -> {
            if (!reservation.isNone()) {
                exchange.onEnd(() -> reservation.end(hasStoredNothing(answer().status())));
            }
            next.run();
        });
    }

    /** Whether a write that was answered so changed nothing; one that was not answered may have changed something. */
    private static boolean hasStoredNothing(int status) {
        return status >= 300 && status < 500;
    }

    /** Runs a step that blocks; {@link #resume} brings it back. */
    public void block(Runnable step) {
        trace.block(step);
    }

    /** The same; runs {@code dropped} on the I/O thread if the step may not be run, which the client is told. */
    public void block(Runnable step, Runnable dropped) {
        trace.block(step, dropped);
    }

    /** Runs a step on a virtual thread of its own, which may wait but holds no place; what escapes it is answered. */
    public void detach(Runnable step) {
        trace.detach(step);
    }

    /** Runs a step here and now; whatever escapes it is answered. */
    public void guard(Runnable step) {
        trace.guard(step);
    }

    /** Goes on with a step on the I/O thread. */
    public void resume(Runnable step) {
        trace.resume(step);
    }

    /** What the platform calls the bucket when this caller names it. */
    String bucketOnPlatform(BucketName name) {
        return onPlatform(allow.platformTenant(), name);
    }

    /** The same for the bucket that is copied from. */
    public String sourceOnPlatform(BucketName name) {
        return onPlatform(allow.platformTenantOfSource(), name);
    }

    private String onPlatform(@Nullable PlatformTenantId owner, BucketName name) {
        return owner != null && platform().has(Quirk.BUCKETS_NAMED_PER_TENANT)
                ? owner.value() + ':' + name.value()
                : name.value();
    }

    /** The platform that the bucket's objects live on. */
    public Platform platform() {
        return platform(endpoint());
    }

    /** The same of the object that is copied from: another tenant may have an endpoint of its own. */
    public Platform platformOfSource() {
        return platform(allow.endpointOfSource());
    }

    /** The platform, which must be the one that the caller's platform key is for. */
    private Platform platform(PlatformEndpoint endpoint) {
        if (allow.caller() instanceof Identity identity && !endpoint.platform().equals(identity.platform())) {
            throw new IllegalStateException("the caller's key is for another platform");
        }
        return services.platforms().get(endpoint);
    }

    /** Sends a request to the platform; its answer comes to {@code answered}, a failure is answered. */
    public PlatformCall send(PlatformRequest request, Consumer<PlatformResponse> answered) {
        return send(request, answered, this::fail);
    }

    /** Sends a request to the platform. A body that the client broke off counts as a failure. */
    public PlatformCall send(PlatformRequest request, Consumer<PlatformResponse> answered, Consumer<Failure> failed) {
        long sentNanos = System.nanoTime();
        return services.transport().send(request, new PlatformListener() {
            @Override
            public void responded(PlatformResponse response) {
                trace.platformAnswered(System.nanoTime() - sentNanos);
                // Not every way out reads it, and nobody else would give the connection back.
                exchange.onEnd(response::abandon);
                answer().tellFaults();
                trace.guard(() -> answered.accept(response));
            }

            @Override
            public void failed(Failure failure) {
                if (failure instanceof Failure.Internal(RuntimeException bug)) {
                    trace.bug(bug);
                }
                trace.guard(() -> failed.accept(failure));
            }

            @Override
            public void bodyFailed(IOException cause) {
                trace.guard(() -> failed.accept(bodyFailure(cause)));
            }
        });
    }

    /** Why the client's body could not be read to its end: it was cut, or something is wrong with it. */
    public Failure bodyFailure(IOException cause) {
        return cause.getCause() instanceof FailureException bad
                ? bad.failure()
                : new Failure.BodyCut(exchange.requestLength(), 0);
    }

    /** Starts a streamed answer. */
    BodySink stream(int status, long lengthBytes) {
        answer().noteStatus(status);
        return exchange.respondStreaming(status, lengthBytes);
    }
}
