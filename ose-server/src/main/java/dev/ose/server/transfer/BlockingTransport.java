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

    private static final long PATIENT_LIMIT_SECONDS = 20 * 60;

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

    /**
     * Sends the request and waits for the answer, for 90 seconds at most, or 20 minutes if it is patient.
     *
     * @throws FailureException if there is no answer: {@code OutcomeUnknown} if the platform may have carried out a
     *     write, otherwise {@code PlatformUnreachable}
     */
    public WholeResponse send(PlatformRequest request, int maximumBytes) {
        return await(
                begin(request, maximumBytes), request.patient() ? PATIENT_LIMIT_SECONDS : LIMIT_SECONDS, lost(request));
    }

    /**
     * Sends the request. Does not block. The future fails with {@code FailureException} if there is no answer, or none
     * that can be read to its end.
     *
     * @param maximumBytes how much of a body is read
     */
    public CompletableFuture<WholeResponse> begin(PlatformRequest request, int maximumBytes) {
        Answer answer = new Answer(request, maximumBytes);
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
        return await(answer, LIMIT_SECONDS, new Failure.PlatformUnreachable(platform.name()));
    }

    private static WholeResponse await(CompletableFuture<WholeResponse> answer, long seconds, Failure ifNone) {
        try {
            return answer.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new FailureException(ifNone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(ifNone);
        }
    }

    /** The failure of a request whose answer did not come whole. */
    private static Failure lost(PlatformRequest request) {
        return request.isSafe()
                ? new Failure.PlatformUnreachable(request.platform().name())
                : new Failure.OutcomeUnknown(request.operation());
    }

    /** Reads the answer. Confined to the I/O thread but for the future. */
    private final class Answer implements PlatformListener {

        private final PlatformRequest request;
        private final int maximumBytes;
        private final CompletableFuture<WholeResponse> whole = new CompletableFuture<>();

        Answer(PlatformRequest request, int maximumBytes) {
            this.request = request;
            this.maximumBytes = maximumBytes;
        }

        @Override
        public void responded(PlatformResponse response) {
            SmallBody.read(response.body(), buffers, maximumBytes, new SmallBody.Reader() {
                @Override
                public void read(byte[] body) {
                    whole.complete(WholeResponse.of(request.platform(), response, body));
                }

                @Override
                public void tooLarge() {
                    response.body().abort();
                    whole.complete(WholeResponse.of(request.platform(), response, null));
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
            whole.completeExceptionally(new FailureException(lost(request)));
        }
    }
}
