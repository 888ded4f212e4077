package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Converts a platform's answer to OSE's own request to a value. Confined to the I/O thread except {@link #answer}. */
public abstract class AnswerListener<T> implements PlatformListener {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    private final Platform platform;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** @param platform the recipient of the request */
    protected AnswerListener(Platform platform) {
        this.platform = platform;
    }

    /** The value, once it is known; completed on the I/O thread. */
    public final CompletableFuture<T> answer() {
        return answer;
    }

    /** Completes the answer with a value. */
    protected final void answer(T value) {
        answer.complete(value);
    }

    /** Fails the answer with {@code PlatformUnreachable}. */
    protected final void unreachable() {
        failed(new Failure.PlatformUnreachable(platform.name()));
    }

    /**
     * Fails the answer by this status: {@code PlatformRefused} if a repetition would have the same result, else {@code
     * PlatformUnreachable}.
     */
    protected final void refusedOrUnreachable(int status) {
        boolean isOfClient = status >= 400 && status < 500;
        boolean isRefusal =
                status == NOT_IMPLEMENTED || (isOfClient && status != REQUEST_TIMEOUT && status != TOO_MANY_REQUESTS);
        if (isRefusal) {
            failed(new Failure.PlatformRefused(platform.name(), "status " + status));
        } else {
            unreachable();
        }
    }

    @Override
    public final void failed(Failure failure) {
        answer.completeExceptionally(
                failure instanceof Failure.Internal(RuntimeException bug) ? bug : new FailureException(failure));
    }

    @Override
    public final void bodyFailed(IOException cause) {
        unreachable();
    }
}
