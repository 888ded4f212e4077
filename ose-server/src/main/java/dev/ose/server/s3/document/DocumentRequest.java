package dev.ose.server.s3.document;

import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.Reservation;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.PlatformRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Performs an operation that moves no object bytes in straight lines, on a virtual thread of its own: it may wait for
 * the platform and for the database, and what it throws is answered. The thread holds no place among those that use the
 * database except within {@link #database}, so that a platform that hangs keeps no other request waiting.
 */
public final class DocumentRequest {

    private final OperationContext context;
    private final byte[] body;

    private DocumentRequest(OperationContext context, byte[] body) {
        this.context = context;
        this.body = body;
    }

    /** One operation, as plain code that blocks. */
    public interface Operation {

        /** Performs the operation; failures are thrown. */
        Response perform(DocumentRequest request);
    }

    /** Performs an operation without a body. Call on the I/O thread. */
    public static void perform(OperationContext context, Operation operation) {
        start(new DocumentRequest(context, new byte[0]), operation);
    }

    /** Reads and checks the client's document, then performs the operation. Call on the I/O thread. */
    public static void performWithBody(OperationContext context, Operation operation) {
        RequestXml.read(context, body -> start(new DocumentRequest(context, body), operation));
    }

    private static void start(DocumentRequest request, Operation operation) {
        request.context.detach(() -> {
            Response response = perform(request, operation);
            request.context.resume(() -> response.write(request.context));
        });
    }

    private static Response perform(DocumentRequest request, Operation operation) {
        try {
            return operation.perform(request);
        } catch (PlatformRefusal refusal) {
            return refusal.answer();
        } catch (DroppedException dropped) {
            return Response.NONE;
        }
    }

    /** The operation's context. The client's headers may only be read on the I/O thread. */
    public OperationContext context() {
        return context;
    }

    /** The client's document; empty if it sent none. */
    public byte[] body() {
        return body;
    }

    /**
     * Sends a request to the platform and waits for the whole answer; the transport limits the wait. The answer to a
     * write is read whatever memory is left, since the write has happened; that to a read as far as there is memory.
     *
     * @param asked makes the request, on the I/O thread
     * @throws FailureException if there is no answer, or none that can be read
     */
    public PlatformReply send(Supplier<PlatformRequest> asked) {
        return awaitOnIoThread(answered -> {
            PlatformRequest request = asked.get();
            Consumer<Failure> failed = why -> answered.completeExceptionally(new FailureException(why));
            context.send(
                    request,
                    response -> completing(
                            answered,
                            () -> Relay.whole(
                                    context,
                                    response,
                                    request.isSafe(),
                                    body -> answered.complete(new PlatformReply(this, response, body)),
                                    failed)),
                    failed);
        });
    }

    /** Makes a value that needs what is confined to the I/O thread, such as the client's headers. */
    public <T> T onIoThread(Supplier<T> step) {
        return awaitOnIoThread(made -> made.complete(step.get()));
    }

    /**
     * Runs a step that uses the database, when it is this request's turn.
     *
     * @throws DroppedException if too many wait; the client has been answered {@code SlowDown}
     */
    public <T> T database(Supplier<T> step) {
        CompletableFuture<T> done = new CompletableFuture<>();
        context.block(
                () -> completing(done, () -> done.complete(step.get())),
                () -> done.completeExceptionally(new DroppedException()));
        return Futures.await(done);
    }

    /** The same for a step without a result. */
    public void update(Runnable step) {
        var _ = database(() -> {
            step.run();
            return body;
        });
    }

    /**
     * Reserves an amount under the quotas until the end of the request. Blocks.
     *
     * @throws FailureException if the quotas do not allow it
     */
    public void reserve(QuotaTarget target, StorageAmount amount) {
        Reservation reservation =
                Futures.await(context.services().objects().quotas().reserve(target, amount));
        if (!reservation.isNone()) {
            var _ = onIoThread(() -> {
                context.keep(reservation);
                return reservation;
            });
        }
    }

    /** Records that the bucket has versions, if this id of a new version shows that for the first time. */
    public void noteVersion(@Nullable String versionId) {
        if (Versions.areNews(context, versionId)) {
            update(() -> context.services()
                    .buckets()
                    .store()
                    .observeVersions(context.bucket().id()));
        }
    }

    /** Runs a step on the I/O thread, and waits until the future that it is given is complete. */
    private <T> T awaitOnIoThread(Consumer<CompletableFuture<T>> step) {
        CompletableFuture<T> future = new CompletableFuture<>();
        context.resume(() -> completing(future, () -> step.accept(future)));
        return Futures.await(future);
    }

    /** Runs a step that completes the future now or later; what escapes the step completes it, too. */
    private static void completing(CompletableFuture<?> future, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            future.completeExceptionally(e);
        }
    }
}
