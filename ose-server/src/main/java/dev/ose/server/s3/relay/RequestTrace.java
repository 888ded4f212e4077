package dev.ose.server.s3.relay;

import dev.ose.s3.AddressRange;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.access.Decision;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.runtime.telemetry.RequestSummary;
import dev.ose.server.tenant.credential.Identity;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one request through the pipeline: catches unexpected exceptions, resumes continuations on the
 * request's I/O thread, and records the end. The only class of this package that catches.
 */
public final class RequestTrace {

    private static final int REFUSED = 400;
    private static final int FAILED = 500;

    /** The memory for documents is exhausted, or the caller's share of it. */
    public static final Failure NO_ROOM = new Failure.Busy(Duration.ofSeconds(1));

    private final ClientExchange exchange;
    private final RequestRecorder recorder;
    private final Meter meter;
    private final FairBudget memory;
    private final S3Answer answer;
    private final LoggedRequest logged;
    private final long startedNanos = System.nanoTime();
    private long platformNanos;
    private String operation = "Unknown";
    private @Nullable Identity identity;
    private LoginKind login = LoginKind.ACCESS_KEY;
    private @Nullable Category category;
    private @Nullable Bucket bucket;
    private @Nullable MeteredAccount payer;

    public RequestTrace(ClientExchange exchange, S3Services services) {
        this.exchange = exchange;
        this.recorder = services.requests().recorder();
        this.meter = services.requests().meter();
        this.memory = services.requests().memory();
        this.answer = new S3Answer(exchange, RequestId.next(), this::block);
        this.logged = new LoggedRequest(exchange, answer, services.requests().accessLog(), services.clock());
        exchange.onEnd(this::record);
    }

    public ClientExchange exchange() {
        return exchange;
    }

    public S3Answer answer() {
        return answer;
    }

    /** Sets the operation's name in the API. */
    public void operation(String name) {
        operation = name;
    }

    /** Sets the operation, once the request is parsed. */
    public void operation(S3Operation parsed) {
        operation(parsed.name());
        logged.operation(parsed);
    }

    /** Sets the upload that a form asks for, whose key the access log records. */
    public void form(S3Operation upload) {
        logged.operation(upload);
    }

    /** Notes the size of the object that is read or written. */
    void objectSize(long bytes) {
        logged.objectSize(bytes);
    }

    /** Sets the category in which the request is metered. */
    public void meteredAs(Category kind) {
        category = kind;
    }

    /** Sets the account of an anonymous request. */
    public void paidBy(MeteredAccount account) {
        payer = account;
    }

    public void identity(Identity proven) {
        identity = proven;
    }

    /** Sets the user of a request that was not signed. */
    public void identity(Identity proven, LoginKind means) {
        identity = proven;
        login = means;
    }

    /** The means by which the user authenticated. */
    public LoginKind login() {
        return login;
    }

    /** Sets the decision that allows the request. */
    public void allowed(Decision.Allow allow) {
        bucket = allow.knownBucket().orElse(null);
    }

    /** Records the platform's response time. */
    void platformAnswered(long nanos) {
        platformNanos += nanos;
    }

    /** Runs a step and answers its exception. Call on the I/O thread. */
    public void guard(Runnable step) {
        try {
            step.run();
        } catch (FailureException e) {
            answer.fail(e.failure());
        } catch (S3ErrorException e) {
            answer.fail(new Failure.Unacceptable(e.error()));
        } catch (RuntimeException e) {
            bug(e);
            answer.fail(new Failure.Internal(e));
        } catch (Error e) {
            bug(e);
            answer.fail(new Failure.Internal(new IllegalStateException(e)));
        }
    }

    /** Records a bug of OSE with its stack trace. */
    void bug(Throwable bug) {
        recorder.recordBug(answer.id().value(), bug);
    }

    /** Runs a step on a thread that may block, and answers its exception. */
    public void block(Runnable step) {
        block(step, () -> {});
    }

    /**
     * The same.
     *
     * @param dropped runs on the I/O thread if the step is refused because too many wait
     */
    public void block(Runnable step, Runnable dropped) {
        exchange.executeBlocking(share(), () -> answering(step), dropped);
    }

    /** Runs a step on a virtual thread of its own, at most one per request, and answers its exception. */
    void detach(Runnable step) {
        Thread.ofVirtual().name("document-" + answer.id().value()).start(() -> answering(step));
    }

    private void answering(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            resume(() -> rethrow(e));
        }
    }

    /** A memory lease of the request's share, returned at the end of the exchange. */
    public FairBudget.Lease memory() {
        FairBudget.Lease lease = memory.lease(share());
        exchange.onEnd(lease::close);
        return lease;
    }

    /** The share of threads and memory: the caller's tenant, else the bucket's, else the client's address. */
    private Object share() {
        Identity known = identity;
        if (known != null) {
            return known.tenant();
        }
        Bucket named = bucket;
        return named == null ? AddressRange.networkOf(exchange.peer().getAddress()) : named.tenant();
    }

    /** Continues with a step on the I/O thread. May be called on any thread. */
    public void resume(Runnable step) {
        exchange.executeOnIoThread(() -> guard(step));
    }

    /** Continues with the future's value or failure on the I/O thread; synchronously if it is complete already. */
    public <T> void await(CompletableFuture<T> future, Consumer<T> next, Consumer<Failure> failed) {
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
        count(known);
        long nanos = System.nanoTime() - startedNanos;
        recorder.record(new RequestSummary(
                answer.id().value(),
                new RequestSummary.Client(
                        exchange.peer().getHostString(),
                        known == null ? null : known.tenant().toString(),
                        known == null ? null : known.accessKey().value()),
                operation,
                exchange.method(),
                exchange.rawPath(),
                answer.status(),
                new RequestSummary.Cost(exchange.requestLength(), exchange.responseBytesSent(), nanos, platformNanos),
                answer.failureName()));
        logged.end(known, bucket, Duration.ofNanos(nanos), Duration.ofNanos(platformNanos));
    }

    /**
     * Failures of the node or the platform are not metered. Anonymous requests, and granted ones of guests, are metered
     * on the bucket's account. Names of missing or foreign buckets are not stored, because clients could fill the
     * database with them.
     */
    private void count(@Nullable Identity known) {
        Category kind = category;
        if (kind == null || answer.status() >= FAILED) {
            return;
        }
        Bucket named = bucket;
        MeteredAccount account = payer;
        if (account != null) {
            count(account, kind);
        } else if (known != null && (named == null || known.tenant().equals(named.tenant()))) {
            String name = named == null ? "" : named.name().value();
            count(new MeteredAccount(known.tenant(), known.user(), name), kind);
        } else if (known != null && answer.status() >= REFUSED) {
            count(new MeteredAccount(known.tenant(), known.user(), ""), kind);
        } else if (named != null) {
            count(
                    new MeteredAccount(
                            named.tenant(),
                            MeteredAccount.ANONYMOUS,
                            named.name().value()),
                    kind);
        }
    }

    private void count(MeteredAccount account, Category kind) {
        meter.count(account, kind, exchange.requestBytesReceived(), exchange.responseBytesSent());
    }
}
