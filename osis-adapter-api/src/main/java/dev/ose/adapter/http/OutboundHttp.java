package dev.ose.adapter.http;

import dev.ose.adapter.http.OutboundException.Reason;
import dev.ose.adapter.http.OutboundRequest.Body;
import dev.ose.adapter.http.OutboundRequest.Field;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends every HTTP request that the control plane makes of its own: to platforms' administrations, issuers of tokens,
 * webhooks and Cloud Director. What holds for all of them is made here and nowhere else:
 *
 * <ul>
 *   <li>one deadline over the whole exchange, from the wait for a connection to the last byte of the answer's body,
 *       however steadily the other side trickles;
 *   <li>a bound on the answer's head and on its body;
 *   <li>a bound on the requests under way, those included whose caller has given up while a name service still has
 *       their thread;
 *   <li>where connections may go ({@link OutboundRoutes});
 *   <li>no redirects, cookies, decompression or repetitions: a login must not travel to another host, and a caller must
 *       know what was sent.
 * </ul>
 *
 * <p>Thread-safe. Callers block, and may be virtual threads: exchanges run on platform threads of this client, because
 * a name service that does not answer holds the thread that asks it.
 */
public final class OutboundHttp implements AutoCloseable {

    /** Servers may refuse these without a {@code Content-Length}. */
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private static final int MAX_HEAD_LINE_BYTES = 16 * 1024;
    private static final int MAX_HEAD_FIELDS = 200;
    private static final Duration MAX_CONNECTION_AGE = Duration.ofMinutes(5);
    /** Below what servers keep idle connections for, as a rule. */
    private static final Duration MAX_IDLE = Duration.ofSeconds(4);

    private final Limits limits;
    private final CloseableHttpClient client;
    private final Semaphore places;
    private final ExecutorService threads;

    /**
     * How much is allowed.
     *
     * @param connectTimeout how long connecting to one address may take, and the TLS handshake another time
     * @param timeout how long a request may take until its answer is complete
     * @param maxAnswerBytes how large an answer's body may be
     * @param atOnce how many requests may be under way; a further one waits for its turn
     */
    public record Limits(Duration connectTimeout, Duration timeout, int maxAnswerBytes, int atOnce) {

        public Limits {
            if (!connectTimeout.isPositive() || !timeout.isPositive() || maxAnswerBytes < 0 || atOnce < 1) {
                throw new IllegalArgumentException("limits must be positive");
            }
        }
    }

    /** Whether the body of an answer is wanted. */
    private enum Reading {
        WHOLE,
        /** The connection is closed after the head, unless there is no body. */
        HEAD_ONLY
    }

    /**
     * Makes a client without connections.
     *
     * @param tls whom to trust where addresses are https; host names are checked unless its trust manager is an
     *     {@link javax.net.ssl.X509ExtendedTrustManager}, which then decides about them
     */
    public OutboundHttp(Limits limits, SSLContext tls, OutboundRoutes routes) {
        this.limits = limits;
        this.client = client(limits, tls, routes);
        this.places = new Semaphore(limits.atOnce(), true);
        this.threads = Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("outbound-", 0).factory());
    }

    /** Makes a client without connections that trusts whom Java trusts. */
    public OutboundHttp(Limits limits, OutboundRoutes routes) {
        this(limits, javaTrust(), routes);
    }

    private static SSLContext javaTrust() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }

    private static CloseableHttpClient client(Limits limits, SSLContext tls, OutboundRoutes routes) {
        return HttpClients.custom()
                .setConnectionManager(connections(limits, tls, routes))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(limits.timeout()))
                        .setResponseTimeout(Timeout.of(limits.timeout()))
                        .setAuthenticationEnabled(false)
                        .setExpectContinueEnabled(false)
                        .build())
                .setUserAgent("OSE")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    private static PoolingHttpClientConnectionManager connections(
            Limits limits, SSLContext tls, OutboundRoutes routes) {
        return new Connections(routes)
                .setDnsResolver(new Resolver(routes))
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(
                        tls, HostnameVerificationPolicy.BUILTIN, NoopHostnameVerifier.INSTANCE))
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(Http1Config.custom()
                                .setMaxLineLength(MAX_HEAD_LINE_BYTES)
                                .setMaxHeaderCount(MAX_HEAD_FIELDS)
                                .build())
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(limits.connectTimeout()))
                        .setSocketTimeout(Timeout.of(limits.timeout()))
                        .setTimeToLive(TimeValue.of(MAX_CONNECTION_AGE))
                        .setIdleTimeout(Timeout.of(MAX_IDLE))
                        // Before each use: what is sent on a connection that is closed already may have been carried
                        // out.
                        .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                        .build())
                .setMaxConnTotal(limits.atOnce())
                .setMaxConnPerRoute(limits.atOnce())
                .build();
    }

    /**
     * The whole answer, whatever its status. Blocks for {@link Limits#timeout} at most.
     *
     * @throws OutboundException if none came
     */
    public OutboundAnswer send(OutboundRequest request) throws OutboundException {
        return send(request, limits.timeout());
    }

    /** The same within another time. */
    public OutboundAnswer send(OutboundRequest request, Duration within) throws OutboundException {
        return send(request, within, Reading.WHOLE);
    }

    /** The answer's head, with an empty body, of which nothing is read. Blocks for {@link Limits#timeout} at most. */
    public OutboundAnswer sendForHead(OutboundRequest request) throws OutboundException {
        return send(request, limits.timeout(), Reading.HEAD_ONLY);
    }

    private OutboundAnswer send(OutboundRequest request, Duration within, Reading reading) throws OutboundException {
        long deadline = System.nanoTime() + within.toNanos();
        HttpUriRequestBase wire = wire(request);
        FutureTask<OutboundAnswer> exchange = new FutureTask<>(() -> exchange(wire, reading));
        try {
            if (!places.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new OutboundException(Reason.BUSY, "too many requests are under way", null);
            }
            start(exchange);
            return exchange.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new OutboundException(Reason.TIMEOUT, "no whole answer within " + within.toMillis() + " ms", null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutboundException(Reason.INTERRUPTED, "the wait was interrupted", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            if (!exchange.isDone()) {
                wire.cancel();
            }
        }
    }

    /** The place is given back by the thread, which may outlive the caller's patience. */
    private void start(FutureTask<?> exchange) throws OutboundException {
        try {
            threads.execute(() -> {
                try {
                    exchange.run();
                } finally {
                    places.release();
                }
            });
        } catch (RejectedExecutionException e) {
            places.release();
            throw new OutboundException(Reason.BUSY, "the client is closed", e);
        }
    }

    private OutboundAnswer exchange(HttpUriRequestBase wire, Reading reading) throws IOException {
        ClassicHttpResponse response = client.executeOpen(null, wire, null);
        try {
            HttpEntity entity = response.getEntity();
            byte[] body = entity == null || reading == Reading.HEAD_ONLY ? new byte[0] : body(entity);
            return new OutboundAnswer(response.getCode(), fields(response), body);
        } finally {
            // Without effect on a connection whose answer was read whole: it is idle by now, for the next request.
            // Otherwise the close alone would read on, for as long as the other side likes.
            wire.cancel();
            Closer.closeQuietly(response);
        }
    }

    private static List<Field> fields(ClassicHttpResponse response) throws IOException {
        try {
            return Arrays.stream(response.getHeaders())
                    .map(header -> new Field(header.getName(), Objects.requireNonNullElse(header.getValue(), "")))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new IOException("the answer's head is not one of HTTP", e);
        }
    }

    private byte[] body(HttpEntity entity) throws IOException {
        InputStream content = entity.getContent();
        if (entity.getContentLength() <= limits.maxAnswerBytes()) {
            byte[] bytes = content.readNBytes(limits.maxAnswerBytes() + 1);
            if (bytes.length <= limits.maxAnswerBytes()) {
                return bytes;
            }
        }
        throw new OutboundException(Reason.TOO_LARGE, "more than " + limits.maxAnswerBytes() + " bytes", null);
    }

    private static HttpUriRequestBase wire(OutboundRequest request) {
        HttpUriRequestBase wire = new HttpUriRequestBase(request.method(), request.target());
        request.headers().forEach(field -> wire.addHeader(field.name(), field.value()));
        switch (request.body()) {
            case Body.None() -> {
                if (METHODS_WITH_BODY.contains(request.method())) {
                    wire.setEntity(new ByteArrayEntity(new byte[0], null));
                }
            }
            case Body.Bytes(byte[] content, String type) ->
                wire.setEntity(new ByteArrayEntity(content, ContentType.parse(type)));
            case Body.OfFile(var file, String type) ->
                wire.setEntity(new FileEntity(file.toFile(), ContentType.parse(type)));
        }
        return wire;
    }

    private static OutboundException failure(@Nullable Throwable cause) {
        return switch (cause) {
            case OutboundException known -> known;
            case OutboundRoutes.ForbiddenAddressException it ->
                new OutboundException(Reason.FORBIDDEN_ADDRESS, "the address is not public", it);
            case UnknownHostException it ->
                new OutboundException(Reason.UNKNOWN_HOST, "no name service knows the host", it);
            case ConnectTimeoutException it -> unreachable("connecting takes too long", it);
            case ConnectException it -> unreachable("it cannot be connected to", it);
            case NoRouteToHostException it -> unreachable("it cannot be connected to", it);
            case ConnectionRequestTimeoutException it ->
                new OutboundException(Reason.BUSY, "too many connections are in use", it);
            case ProxyException it -> new OutboundException(Reason.PROXY, String.valueOf(it.getMessage()), it);
            case SSLHandshakeException it -> untrusted(it);
            case SSLPeerUnverifiedException it -> untrusted(it);
            case IOException it -> new OutboundException(Reason.BROKEN, "the connection broke", it);
            case null, default -> throw new IllegalStateException("the HTTP client failed", cause);
        };
    }

    private static OutboundException unreachable(String what, IOException cause) {
        return new OutboundException(Reason.UNREACHABLE, what, cause);
    }

    private static OutboundException untrusted(IOException cause) {
        return new OutboundException(
                Reason.UNTRUSTED, "its certificate is not trusted, or not for its host name", cause);
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
        threads.shutdownNow();
    }

    /** Connects by the sockets of the routes, which know the proxies. */
    private static final class Connections extends PoolingHttpClientConnectionManagerBuilder {

        private final OutboundRoutes routes;

        Connections(OutboundRoutes routes) {
            this.routes = routes;
        }

        @Override
        protected HttpClientConnectionOperator createConnectionOperator(
                SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
            return new DefaultHttpClientConnectionOperator(
                    new Sockets(routes),
                    ports,
                    names,
                    RegistryBuilder.<TlsSocketStrategy>create()
                            .register("https", tls)
                            .build());
        }
    }

    private record Sockets(OutboundRoutes routes) implements DetachedSocketFactory {

        @Override
        public Socket create(String scheme, @Nullable Proxy socks) {
            return routes.socket(scheme);
        }

        @Override
        public Socket create(@Nullable Proxy socks) {
            return routes.socket("http");
        }
    }

    /** The one place where this client gets addresses from. */
    private record Resolver(OutboundRoutes routes) implements DnsResolver {

        @Override
        public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
            return routes.addresses(host, port);
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return resolve(host, 0).stream().map(InetSocketAddress::getAddress).toArray(InetAddress[]::new);
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return Arrays.stream(resolve(host)).findFirst().orElseThrow().getCanonicalHostName();
        }
    }
}
