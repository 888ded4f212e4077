package dev.ose.adapter.ceph;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends signed requests to the gateway's admin ops API and waits for their answers, for as long as the configuration allows.
 * Thread-safe.
 */
final class AdminApi implements AutoCloseable {

    /** Enough for the statistics of some ten thousand buckets, which is the longest answer we ask for. */
    private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;

    private static final int SERVICE_UNAVAILABLE = 503;

    private final CephPlatformConfig config;
    private final Clock clock;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private final SigV4Signer signer = new SigV4Signer();

    AdminApi(CephPlatformConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(config.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(config.tls())
                .executor(threads)
                .build();
    }

    /** Whose requests they are. */
    String accessKey() {
        return config.accessKey();
    }

    /** What the gateway answered. A connection that broke is tried once more: it may have been idle for too long. */
    AdminAnswer send(AdminRequest request) {
        try {
            return exchange(request);
        } catch (IOException first) {
            try {
                return exchange(request);
            } catch (IOException second) {
                throw request.unanswered("the connection broke", second);
            }
        }
    }

    /** Fails unless the S3 service answers, be it with a refusal: it may be another server, or want other certificates. */
    void reachS3() {
        AdminRequest request = new AdminRequest("GET", "/", "", "serve S3");
        URI root = config.s3Endpoint().resolve("/");
        try {
            exchange(request, HttpRequest.newBuilder(root).build());
        } catch (IOException e) {
            throw request.unanswered("the connection broke", e);
        }
    }

    private AdminAnswer exchange(AdminRequest request) throws IOException {
        return exchange(request, sign(request));
    }

    private AdminAnswer exchange(AdminRequest request, HttpRequest signed) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> coming = client.sendAsync(
                signed, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
        try {
            // The client's own timeout ends with the answer's head, and a body may stop coming as well.
            return judge(request, coming.get(config.timeout().toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            coming.cancel(true);
            throw request.unanswered("no answer came within " + config.timeout().toMillis() + " ms", null);
        } catch (InterruptedException e) {
            coming.cancel(true);
            Thread.currentThread().interrupt();
            throw request.unanswered("the wait for its answer was interrupted", null);
        } catch (ExecutionException e) {
            throw failure(request, e.getCause());
        }
    }

    /** The failure as ours if the request never left; throws it if nobody knows. */
    private static RuntimeException failure(AdminRequest request, @Nullable Throwable cause) throws IOException {
        return switch (cause) {
            case HttpConnectTimeoutException it -> request.unavailable("connecting takes too long", it);
            case ConnectException it -> request.unavailable("it cannot be connected to", it);
            case SSLHandshakeException it ->
                request.unavailable("its certificate is not trusted, or not for its host name", it);
            case IOException it -> throw it;
            case null, default -> new IllegalStateException("the HTTP client failed", cause);
        };
    }

    private static AdminAnswer judge(AdminRequest request, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (status == SERVICE_UNAVAILABLE) {
            throw request.unavailable("it is overloaded", null);
        }
        if (status >= 500 && status != 501) {
            throw request.unanswered("it answered with status " + status, null);
        }
        return new AdminAnswer(request, status, response.body());
    }

    private HttpRequest sign(AdminRequest request) {
        Instant now = clock.instant();
        CredentialScope scope = CredentialScope.at(now, config.region(), "s3");
        SigningKey key = config.secretKey().use(bytes -> SigningKey.derive(bytes, scope));
        URI endpoint = config.adminEndpoint();
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(
                        request.method(),
                        request.path(),
                        request.query(),
                        List.of(new HeaderField("Host", endpoint.getRawAuthority())),
                        PayloadHash.EMPTY_SHA256),
                new AccessKeyId(config.accessKey()),
                key,
                now);
        return HttpRequest.newBuilder(URI.create(endpoint.getScheme() + "://" + endpoint.getRawAuthority()
                        + request.path() + '?' + request.query()))
                .method(request.method(), HttpRequest.BodyPublishers.noBody())
                .header("x-amz-date", signature.amzDate())
                .header("x-amz-content-sha256", signature.contentSha256())
                .header("Authorization", signature.authorization())
                .build();
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
        threads.close();
    }
}
