package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Quirk;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of the probe and its user's key. Every request blocks, and fails with {@code PlatformUnreachable} without a
 * conclusive answer or after the time limit.
 */
final class ProbeBucket {

    private static final int MAX_ANSWER_BYTES = 1024 * 1024;
    private static final String OPERATION = "ProbePlatform";

    private final Visit visit;
    private final String bucket;

    ProbeBucket(Visit visit, String bucket) {
        this.visit = visit;
        this.bucket = bucket;
    }

    /**
     * The platform, user and transport of a probe.
     *
     * @param tenant the platform tenant of the probe's user
     * @param isOver whether to ask nothing more
     */
    record Visit(
            Platform platform,
            PlatformTenantId tenant,
            PlatformKey key,
            BlockingTransport transport,
            Clock clock,
            BooleanSupplier isOver) {

        Visit until(BooleanSupplier over) {
            return new Visit(platform, tenant, key, transport, clock, over);
        }
    }

    Visit visit() {
        return visit;
    }

    String bucket() {
        return bucket;
    }

    /** Sends a signed request. */
    ProbeAnswer ask(ProbeCall question) {
        return join(begin(question));
    }

    /** Begins to ask, so that several questions are on their way at once. */
    CompletableFuture<WholeResponse> begin(ProbeCall question) {
        return send(question, bucket, visit.key());
    }

    /** Waits for the answer to a question that was begun. */
    ProbeAnswer join(CompletableFuture<WholeResponse> begun) {
        ProbeAnswer reply = ProbeAnswer.of(visit.transport().await(begun, visit.platform()));
        if (!reply.isConclusive()) {
            throw unreachable();
        }
        return reply;
    }

    /** Sends a request without a signature in the head, like a form upload. */
    ProbeAnswer askUnsigned(ProbeCall question) {
        boolean named = visit.platform().has(Quirk.BUCKETS_NAMED_PER_TENANT);
        return join(send(question, named ? visit.tenant().value() + ':' + bucket : bucket, null));
    }

    /** Stores an object with this content. */
    ProbeAnswer put(String key, byte[] content) {
        return ask(ProbeCall.ofObject("PUT", key).body(content));
    }

    ProbeAnswer get(String key) {
        return ask(ProbeCall.ofObject("GET", key));
    }

    private CompletableFuture<WholeResponse> send(ProbeCall question, String inBucket, @Nullable PlatformKey key) {
        if (visit.isOver().getAsBoolean()) {
            throw unreachable();
        }
        PlatformRequest request = new PlatformRequest(
                new PlatformRequest.Sender(visit.platform(), null, key),
                new PlatformRequest.Head(
                        question.method(), '/' + inBucket + question.path(), question.query(), question.headers()),
                new PlatformRequest.Content(
                        key == null ? PayloadHash.Mode.UNSIGNED.wireValue() : question.payloadHash(), question.body()),
                OPERATION,
                false);
        return visit.transport().begin(request, MAX_ANSWER_BYTES);
    }

    private FailureException unreachable() {
        return new FailureException(
                new Failure.PlatformUnreachable(visit.platform().name()));
    }
}
