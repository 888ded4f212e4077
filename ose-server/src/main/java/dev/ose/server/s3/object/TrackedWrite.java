package dev.ose.server.s3.object;

import dev.ose.s3.ObjectKey;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.function.BiConsumer;

/**
 * The common steps of all writes to a key: the intent is durable before the platform may perform the write, and the
 * outcome is durable before the answer.
 */
final class TrackedWrite {

    private TrackedWrite() {}

    /**
     * Sends a write once its intent is durable. The request is created before the intent: one that cannot be created
     * must not leave an intent.
     *
     * @param answered completes the write with the platform's answer
     */
    static void send(
            OperationContext context,
            ObjectKey key,
            PlatformRequest request,
            BiConsumer<Intent, PlatformResponse> answered) {
        send(context, key, request, answered, (intent, failure) -> failed(context, intent, failure));
    }

    /** The same; {@code failed} completes a write that did not come to an answer of the platform. */
    static void send(
            OperationContext context,
            ObjectKey key,
            PlatformRequest request,
            BiConsumer<Intent, PlatformResponse> answered,
            BiConsumer<Intent, Failure> failed) {
        context.await(
                context.services().objects().ledger().begin(context.bucket().id(), key),
                intent -> context.send(
                        request,
                        response -> answered.accept(intent, response),
                        failure -> failed.accept(intent, failure)));
    }

    /**
     * Continues once the outcome is durable. If it cannot be made durable and something happened, the answer is that
     * the outcome is unknown; the intent remains and the key is verified later.
     */
    static void complete(OperationContext context, Intent intent, WriteOutcome outcome, Runnable next) {
        context.await(
                context.services().objects().ledger().complete(intent, outcome), nothing -> next.run(), failure -> {
                    if (outcome instanceof WriteOutcome.Refused) {
                        next.run();
                    } else {
                        context.fail(
                                new Failure.OutcomeUnknown(context.operation().name()));
                    }
                });
    }

    /** Answers a write that did not come to an answer of the platform. */
    static void failed(OperationContext context, Intent intent, Failure failure) {
        complete(context, intent, WriteOutcome.of(failure), () -> context.fail(failure));
    }
}
