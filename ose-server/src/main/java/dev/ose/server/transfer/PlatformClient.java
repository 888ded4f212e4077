package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends OSE's own requests to platforms, from threads other than I/O threads. Thread-safe. */
public final class PlatformClient {

    /** Above the transport's own limit. */
    private static final long LIMIT_SECONDS = 90;

    private final PlatformTransport transport;
    private final Executor ioThread;

    /** @param ioThread runs a task on an I/O thread */
    public PlatformClient(PlatformTransport transport, Executor ioThread) {
        this.transport = transport;
        this.ioThread = ioThread;
    }

    /** Sends the request. Does not block. */
    public <T> CompletableFuture<T> ask(PlatformRequest request, AnswerListener<T> listener) {
        ioThread.execute(() -> {
            try {
                transport.send(request, listener);
            } catch (RuntimeException e) {
                listener.answer().completeExceptionally(e);
            }
        });
        return listener.answer();
    }

    /** Sends the request and waits for the answer, for 90 seconds at most. */
    public <T> T askAndWait(PlatformRequest request, AnswerListener<T> listener) {
        return await(ask(request, listener), request.platform());
    }

    /** Waits for an answer of this platform, for 90 seconds at most. */
    public <T> T await(CompletableFuture<T> answer, Platform platform) {
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw unreachable(platform);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(platform);
        }
    }

    private static FailureException unreachable(Platform platform) {
        return new FailureException(new Failure.PlatformUnreachable(platform.name()));
    }
}
