package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Turns a platform's answer to a question of OSE's own into a value. Confined to the I/O thread but for {@link
 * #answer}.
 */
public abstract class AnswerListener<T> implements PlatformListener {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    private final Platform platform;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** @param platform who is asked */
    protected AnswerListener(Platform platform) {
        this.platform = platform;
    }

    /** The value, once it is known; completed on the I/O thread. */
    public final CompletableFuture<T> answer() {
        return answer;
    }

    /** Says what the answer is. */
    protected final void answer(T value) {
        answer.complete(value);
    }

    /** Says that the answer cannot be understood, or is a refusal. */
    protected final void unreachable() {
        failed(new Failure.PlatformUnreachable(platform.name()));
    }

    /**
     * Says that this status is no answer: a refusal if the platform will say it again of the same question, trouble if
     * time may mend it.
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
