package dev.ose.server.s3.object;

import dev.ose.s3.ETag;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html">PutObject</a>. A large body is streamed
 * while its intent is being made durable, but its last bytes wait for that; so the intent does not delay a large
 * upload, and the platform never has an object without an intent in the database.
 */
public final class PutObject {

    private static final long HELD_BACK_BYTES = 64 * 1024;

    private final OperationContext context;
    private final ObjectOperation.PutObject operation;
    private final ObjectBody body;
    private final Consumer<PlatformResponse> answer;
    private final boolean maySplit;

    public PutObject(OperationContext context, ObjectOperation.PutObject operation) {
        this.context = context;
        this.operation = operation;
        this.body = ObjectBody.announced(context);
        this.answer = response -> Relay.headOrError(context, response);
        this.maySplit = SplitPut.isFor(context, body);
    }

    /** An upload with a body of another origin than the request's own, and another answer to it. */
    PutObject(
            OperationContext context,
            ObjectOperation.PutObject operation,
            ObjectBody body,
            Consumer<PlatformResponse> answer) {
        this.context = context;
        this.operation = operation;
        this.body = body;
        this.answer = answer;
        this.maySplit = false;
    }

    public void perform() {
        context.noteObjectSize(body.objectBytes());
        context.reserve(
                new QuotaTarget.OfObject(context.object(operation.key())),
                StorageAmount.ofObject(body.objectBytes()),
                () -> body.whenReady(context, this::begin));
    }

    private void begin() {
        if (maySplit) {
            SplitPut.perform(context, operation, this::send);
        } else {
            send();
        }
    }

    private void send() {
        if (body.objectBytes() <= HELD_BACK_BYTES) {
            TrackedWrite.send(context, operation.key(), body.request(context, FlowGate.open()), this::answered);
        } else {
            sendAhead();
        }
    }

    /** Streams while the intent is being made durable; the platform's answer also waits for the intent. */
    private void sendAhead() {
        FlowGate gate = FlowGate.closedAfter(body.objectBytes() - HELD_BACK_BYTES);
        PlatformRequest request = body.request(context, gate);
        CompletableFuture<Intent> begun =
                context.services().objects().ledger().begin(context.bucket().id(), operation.key());
        Once once = new Once();
        PlatformCall call = context.send(
                request,
                response -> context.await(begun, intent -> once.run(() -> answered(intent, response)), once::fail),
                failure -> context.await(
                        begun, intent -> once.run(() -> TrackedWrite.failed(context, intent, failure)), once::fail));
        context.await(begun, intent -> gate.release(), failure -> {
            call.abort();
            once.fail(failure);
        });
    }

    private void answered(Intent intent, PlatformResponse response) {
        WriteOutcome outcome = outcome(response);
        TrackedWrite.complete(
                context,
                intent,
                outcome,
                () -> Versions.note(context, version(response), () -> answer.accept(response)));
    }

    private WriteOutcome outcome(PlatformResponse response) {
        if (Relay.isError(response.status())) {
            return WriteOutcome.ofError(response.status());
        }
        String etag = first(response.headers("etag"));
        if (etag == null) {
            return new WriteOutcome.Changed();
        }
        return ETag.parse(etag)
                .map(tag -> new ObjectFacts(
                        body.objectBytes(),
                        tag.value(),
                        context.services().clock().instant().truncatedTo(ChronoUnit.SECONDS),
                        version(response)))
                .map(facts -> WriteOutcome.ofUpload(facts, context.bucket().mayHaveVersions()))
                .orElseGet(WriteOutcome.Changed::new);
    }

    private static @Nullable String version(PlatformResponse response) {
        return first(response.headers(Versions.ID));
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.getFirst();
    }

    /** Runs only the first of several completions. */
    private final class Once {

        private boolean done;

        void run(Runnable end) {
            if (!done) {
                done = true;
                end.run();
            }
        }

        void fail(Failure failure) {
            run(() -> context.fail(failure));
        }
    }
}
