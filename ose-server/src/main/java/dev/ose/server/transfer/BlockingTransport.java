package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Sends requests of OSE's own from threads that are no I/O threads, and reads answers whole. Thread-safe. */
public final class BlockingTransport {

    /** Beyond what the transport itself allows a request. */
    private static final long LIMIT_SECONDS = 90;

    private final PlatformTransport transport;
    private final Executor ioThread;
    private final Supplier<PooledBuffer> buffers;

    /**
     * Makes the transport.
     *
     * @param ioThread runs a task on an I/O thread, where requests to platforms begin and end
     * @param buffers lends a buffer; called on I/O threads
     */
    public BlockingTransport(PlatformTransport transport, Executor ioThread, Supplier<PooledBuffer> buffers) {
        this.transport = transport;
        this.ioThread = ioThread;
        this.buffers = buffers;
    }

    /** Sends the request and waits for the answer as {@link #await} does. */
    public WholeResponse send(PlatformRequest request, int maximumBytes) {
        return await(begin(request, maximumBytes), request.platform());
    }

    /**
     * Sends the request. Does not block. The future fails with {@code FailureException} if there is no answer, or none
     * that can be read to its end.
     *
     * @param maximumBytes how much of a body is read
     */
    public CompletableFuture<WholeResponse> begin(PlatformRequest request, int maximumBytes) {
        Answer answer = new Answer(request.platform(), maximumBytes);
        ioThread.execute(() -> {
            try {
                transport.send(request, answer);
            } catch (RuntimeException e) {
                answer.whole.completeExceptionally(e);
            }
        });
        return answer.whole;
    }

    /**
     * Waits for an answer of this platform, for 90 seconds at most.
     *
     * @throws FailureException {@code PlatformUnreachable} if time is up or the thread is interrupted
     */
    public WholeResponse await(CompletableFuture<WholeResponse> answer, Platform platform) {
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

    /** Reads the answer. Confined to the I/O thread but for the future. */
    private final class Answer implements PlatformListener {

        private final Platform platform;
        private final int maximumBytes;
        private final CompletableFuture<WholeResponse> whole = new CompletableFuture<>();

        Answer(Platform platform, int maximumBytes) {
            this.platform = platform;
            this.maximumBytes = maximumBytes;
        }

        @Override
        public void responded(PlatformResponse response) {
            SmallBody.read(response.body(), buffers, maximumBytes, new SmallBody.Reader() {
                @Override
                public void read(byte[] body) {
                    whole.complete(WholeResponse.of(platform, response, body));
                }

                @Override
                public void tooLarge() {
                    response.body().abort();
                    whole.complete(WholeResponse.of(platform, response, null));
                }

                @Override
                public void broke(IOException cause) {
                    bodyFailed(cause);
                }
            });
        }

        @Override
        public void failed(Failure failure) {
            whole.completeExceptionally(
                    failure instanceof Failure.Internal(RuntimeException bug) ? bug : new FailureException(failure));
        }

        @Override
        public void bodyFailed(IOException cause) {
            whole.completeExceptionally(unreachable(platform));
        }
    }
}
