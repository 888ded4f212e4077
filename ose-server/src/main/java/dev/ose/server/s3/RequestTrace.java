package dev.ose.server.s3;

import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.credential.Identity;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.telemetry.RequestRecorder;
import dev.ose.server.telemetry.RequestSummary;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through the pipeline: catches what no step expected, brings continuations back to the request's I/O
 * thread, and records the end. The only place of this package that catches.
 */
final class RequestTrace {

    private final ClientExchange exchange;
    private final RequestRecorder recorder;
    private final S3Answer answer;
    private final long startedNanos = System.nanoTime();
    private long platformNanos;
    private String operation = "Unknown";
    private @Nullable Identity identity;

    RequestTrace(ClientExchange exchange, RequestRecorder recorder) {
        this.exchange = exchange;
        this.recorder = recorder;
        this.answer = new S3Answer(exchange, RequestId.next());
        exchange.onEnd(this::record);
    }

    ClientExchange exchange() {
        return exchange;
    }

    S3Answer answer() {
        return answer;
    }

    /** Notes what is asked for, by the name that the API gives it. */
    void operation(String name) {
        operation = name;
    }

    void identity(Identity proven) {
        identity = proven;
    }

    /** Notes how long the platform took to answer. */
    void platformAnswered(long nanos) {
        platformNanos += nanos;
    }

    /** Runs a step; whatever escapes it is answered. Call on the I/O thread. */
    void guard(Runnable step) {
        try {
            step.run();
        } catch (FailureException e) {
            answer.fail(e.failure());
        } catch (S3ErrorException e) {
            answer.fail(new Failure.Unacceptable(e.error()));
        } catch (RuntimeException | Error e) {
            recorder.recordBug(answer.id().value(), e);
            answer.fail(new Failure.PlatformRefused("ose", "internal error"));
        }
    }

    /** Runs a step on a thread that may block; whatever escapes it is answered. */
    void block(Runnable step) {
        exchange.executeBlocking(() -> {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                resume(() -> rethrow(e));
            }
        });
    }

    /** Goes on with a step on the I/O thread. May be called from anywhere. */
    void resume(Runnable step) {
        exchange.executeOnIoThread(() -> guard(step));
    }

    /** Goes on with the future's value or failure on the I/O thread, without a hop if it is complete already. */
    <T> void await(CompletableFuture<T> future, Consumer<T> next, Consumer<Failure> failed) {
        if (future.isDone() && !future.isCompletedExceptionally()) {
            next.accept(future.join());
            return;
        }
        var _ = future.whenComplete((value, problem) -> resume(() -> {
            if (problem == null) {
                next.accept(value);
            } else if (cause(problem) instanceof FailureException expected) {
                failed.accept(expected.failure());
            } else {
                rethrow(cause(problem));
            }
        }));
    }

    private static Throwable cause(Throwable problem) {
        return problem instanceof CompletionException wrapper && wrapper.getCause() != null
                ? wrapper.getCause()
                : problem;
    }

    private static void rethrow(Throwable problem) {
        switch (problem) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(problem);
        }
    }

    private void record() {
        Identity known = identity;
        recorder.record(new RequestSummary(
                answer.id().value(),
                known == null ? null : known.tenant().toString(),
                known == null ? null : known.accessKey().value(),
                operation,
                exchange.method(),
                exchange.rawPath(),
                exchange.peer().getHostString(),
                answer.status(),
                exchange.requestLength(),
                exchange.responseBytesSent(),
                System.nanoTime() - startedNanos,
                platformNanos,
                answer.failureName()));
    }
}
