package dev.ose.server.s3;

import dev.ose.s3.ObjectKey;
import dev.ose.server.failure.Failure;
import dev.ose.server.object.Intent;
import dev.ose.server.object.WriteOutcome;
import java.util.function.Consumer;

/**
 * What every write to a key has in common: its intent is durable before the platform may show it, and what became of it
 * is durable before the client hears.
 */
final class TrackedWrite {

    private TrackedWrite() {}

    /** Goes on once the intent is durable. */
    static void begin(OperationContext context, ObjectKey key, Consumer<Intent> next) {
        context.await(context.services().ledger().begin(context.bucket().id(), key), next);
    }

    /**
     * Goes on once the outcome is durable. If it cannot be made durable the client is told that the outcome is unknown
     * where something happened; the intent remains and the key is verified later.
     */
    static void complete(OperationContext context, Intent intent, WriteOutcome outcome, Runnable next) {
        context.await(context.services().ledger().complete(intent, outcome), nothing -> next.run(), failure -> {
            if (outcome instanceof WriteOutcome.Refused) {
                next.run();
            } else {
                context.fail(new Failure.OutcomeUnknown(context.operation().name()));
            }
        });
    }

    /** Answers a write that did not come to an answer of the platform. */
    static void failed(OperationContext context, Intent intent, Failure failure) {
        complete(context, intent, outcome(failure), () -> context.fail(failure));
    }

    /** What a write may have done that ended in this failure. A body that was cut short was never committed. */
    private static WriteOutcome outcome(Failure failure) {
        return failure instanceof Failure.OutcomeUnknown ? new WriteOutcome.Unknown() : new WriteOutcome.Refused();
    }
}
