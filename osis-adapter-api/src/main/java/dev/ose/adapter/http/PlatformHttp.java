package dev.ose.adapter.http;

import dev.ose.adapter.PlatformException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a platform's administration and waits for their whole answers, no longer and no larger than allowed.
 * Follows no redirects: a login must not travel to another host. Thread-safe.
 */
public final class PlatformHttp implements AutoCloseable {

    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    private final Bounds bounds;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;

    /**
     * How much is allowed.
     *
     * @param connectTimeout how long connecting may take, the TLS handshake included
     * @param timeout how long a request may take until its answer is complete
     * @param maxAnswerBytes how large an answer's body may be
     */
    public record Bounds(Duration connectTimeout, Duration timeout, int maxAnswerBytes) {

        public Bounds {
            if (!connectTimeout.isPositive() || !timeout.isPositive() || maxAnswerBytes <= 0) {
                throw new IllegalArgumentException("bounds must be positive");
            }
        }
    }

    /** Whether a request may be sent a second time when its connection broke: it may have been idle for too long. */
    public enum Repetition {
        /** It does no more the second time. */
        ONCE,
        /** It would do something twice. */
        NEVER
    }

    /**
     * Makes a client without connections.
     *
     * @param tls whom to trust where addresses are https
     */
    public PlatformHttp(Bounds bounds, SSLContext tls) {
        this.bounds = bounds;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(bounds.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(tls)
                .executor(threads)
                .build();
    }

    /**
     * What the platform answered, be it a refusal.
     *
     * @throws PlatformException of kind {@code UNAVAILABLE} if it did nothing, was only asked, or asks to be left alone;
     *     {@code OUTCOME_UNKNOWN} if it failed or did not answer, and the errand is an order
     */
    public HttpResponse<byte[]> send(HttpRequest request, Errand errand, Repetition repetition) {
        try {
            return exchange(request, errand);
        } catch (IOException first) {
            if (repetition == Repetition.NEVER) {
                throw errand.unanswered("the connection broke", first);
            }
        }
        try {
            return exchange(request, errand);
        } catch (IOException second) {
            throw errand.unanswered("the connection broke", second);
        }
    }

    private HttpResponse<byte[]> exchange(HttpRequest request, Errand errand) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> coming = client.sendAsync(
                request,
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), bounds.maxAnswerBytes()));
        try {
            // The client's own timeout ends with the answer's head, and a body may stop coming as well.
            return judged(coming.get(bounds.timeout().toNanos(), TimeUnit.NANOSECONDS), errand);
        } catch (TimeoutException e) {
            coming.cancel(true);
            throw errand.unanswered("no answer came within " + bounds.timeout().toMillis() + " ms", null);
        } catch (InterruptedException e) {
            coming.cancel(true);
            Thread.currentThread().interrupt();
            throw errand.unanswered("the wait for its answer was interrupted", null);
        } catch (ExecutionException e) {
            throw failure(errand, e.getCause());
        }
    }

    /** The failure as ours if the request never left; throws it if nobody knows. */
    private static RuntimeException failure(Errand errand, @Nullable Throwable cause) throws IOException {
        return switch (cause) {
            case HttpConnectTimeoutException it -> errand.unavailable("connecting takes too long", it);
            case ConnectException it -> errand.unavailable("it cannot be connected to", it);
            case SSLHandshakeException it ->
                errand.unavailable("its certificate is not trusted, or not for its host name", it);
            case IOException it -> throw it;
            case null, default -> new IllegalStateException("the HTTP client failed", cause);
        };
    }

    private static HttpResponse<byte[]> judged(HttpResponse<byte[]> response, Errand errand) {
        int status = response.statusCode();
        if (status == SERVICE_UNAVAILABLE || status == TOO_MANY_REQUESTS) {
            throw errand.unavailable("it is overloaded", null);
        }
        if (status >= 500 && status != NOT_IMPLEMENTED) {
            throw errand.unanswered("it answered with status " + status, null);
        }
        return response;
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
        threads.close();
    }
}
