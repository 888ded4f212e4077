package dev.ose.server.s3.object;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.transfer.Pauses;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Answers exceptions of a listener as those of the client's request, and records bugs in requests to the platform. */
record GuardedListener(OperationContext context, PlatformListener listener) implements PlatformListener {

    /** Pauses on the I/O thread of the client's request. */
    static Pauses pauses(OperationContext context) {
        return (pause, task) -> CompletableFuture.delayedExecutor(
                        pause.toMillis(), TimeUnit.MILLISECONDS, context.exchange()::executeOnIoThread)
                .execute(() -> context.guard(task));
    }

    @Override
    public void responded(PlatformResponse response) {
        context.guard(() -> listener.responded(response));
    }

    @Override
    public void failed(Failure failure) {
        context.recordBug(failure);
        context.guard(() -> listener.failed(failure));
    }

    @Override
    public void bodyFailed(IOException cause) {
        context.guard(() -> listener.bodyFailed(cause));
    }
}
