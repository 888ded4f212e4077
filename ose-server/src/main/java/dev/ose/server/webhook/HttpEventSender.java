package dev.ose.server.webhook;

import dev.ose.adapter.Secret;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.EventSender;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Posts events. Only a status from 200 to 299 counts as received, and what else the receiver says is not read. The header
 * {@code X-OSE-Signature} is {@code t=}, the time in seconds, {@code ,v1=}, and in hexadecimal digits the HMAC-SHA256 of that
 * time, a dot and the body.
 */
public final class HttpEventSender implements EventSender, AutoCloseable {

    static final String SIGNATURE = "X-OSE-Signature";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(10);
    /** For all of it, however steadily a receiver dribbles. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int MOST_CONNECTIONS = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final CloseableHttpClient client;
    private final String region;
    private final Clock clock;

    private HttpEventSender(CloseableHttpClient client, String region, Clock clock) {
        this.client = client;
        this.region = region;
        this.clock = clock;
    }

    /**
     * Opens no connection yet.
     *
     * @param region what the events say where the objects are
     * @param mayBePrivate whether receivers may be on addresses that are not public
     */
    public static HttpEventSender open(String region, boolean mayBePrivate, Clock clock) {
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(mayBePrivate ? SystemDefaultDnsResolver.INSTANCE : new PublicAddresses())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.of(CONNECT_TIMEOUT))
                                .setSocketTimeout(Timeout.of(SILENCE_TIMEOUT))
                                .build())
                        .setMaxConnTotal(MOST_CONNECTIONS)
                        .setMaxConnPerRoute(MOST_CONNECTIONS)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(CONNECT_TIMEOUT))
                        .setResponseTimeout(Timeout.of(SILENCE_TIMEOUT))
                        .build())
                .setUserAgent("OSE")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
        return new HttpEventSender(client, region, clock);
    }

    @Override
    public Optional<String> send(Delivery delivery) {
        byte[] body = EventDocument.of(delivery, region);
        HttpPost post = new HttpPost(delivery.target());
        post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        post.setHeader(SIGNATURE, signature(delivery.secret(), clock.instant().getEpochSecond(), body));
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                post::cancel, CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        try (ClassicHttpResponse answer = client.executeOpen(null, post, null)) {
            int status = answer.getCode();
            return status / 100 == 2 ? Optional.empty() : Optional.of("The receiver answered " + status + ".");
        } catch (IOException e) {
            return Optional.of(explain(e));
        } finally {
            end.cancel(false);
        }
    }

    /** Without addresses and banners, which a tenant could use to look around. */
    private static String explain(IOException e) {
        return switch (e) {
            case UnknownHostException unknown -> "The receiver's name leads to no address that may be used.";
            case ConnectTimeoutException late -> "The receiver could not be connected to.";
            case HttpHostConnectException refused -> "The receiver could not be connected to.";
            case SSLException untrusted -> "The receiver's certificate is not trusted, or TLS failed otherwise.";
            default -> "The receiver did not answer.";
        };
    }

    static String signature(Secret secret, long seconds, byte[] body) {
        return secret.use(key -> {
            try {
                Mac mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(key, ALGORITHM));
                mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
                return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + ALGORITHM, e);
            }
        });
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
