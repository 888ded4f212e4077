package dev.ose.server.transfer;

import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.Platform;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Turns a platform's answer to a question of OSE's own into a value. Confined to the I/O thread but for {@link #answer}. */
public abstract class AnswerListener<T> implements PlatformListener {

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

    @Override
    public final void failed(Failure failure) {
        answer.completeExceptionally(new FailureException(failure));
    }

    @Override
    public final void bodyFailed(IOException cause) {
        unreachable();
    }
}
