package dev.ose.server.event.webhook;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.EventSender;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts events. Only a status of 2xx counts as received; the response body is not read. The header {@code
 * X-OSE-Signature} is {@code t=<seconds>,v1=<hex>}, where {@code hex} is the HMAC-SHA256 of the seconds, a dot and the
 * body.
 */
public final class HttpEventSender implements EventSender, AutoCloseable {

    static final String SIGNATURE = "X-OSE-Signature";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    /** For the whole exchange, even if the receiver sends steadily. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int MAX_CONNECTIONS = 32;
    static final OutboundHttp.Limits LIMITS = new OutboundHttp.Limits(CONNECT_TIMEOUT, LIMIT, 0, MAX_CONNECTIONS);
    private static final String ALGORITHM = "HmacSHA256";

    private final OutboundHttp http;
    private final String region;
    private final Clock clock;

    private HttpEventSender(OutboundHttp http, String region, Clock clock) {
        this.http = http;
        this.region = region;
        this.clock = clock;
    }

    /**
     * Creates a sender without opening a connection.
     *
     * @param region the region stated in events
     * @param routes to receivers, whose addresses are set by tenants
     */
    public static HttpEventSender open(String region, OutboundRoutes routes, Clock clock) {
        return new HttpEventSender(new OutboundHttp(LIMITS, routes), region, clock);
    }

    @Override
    public Optional<String> send(Delivery delivery) {
        byte[] body = EventDocument.of(delivery, region);
        String signature = signature(delivery.secret(), clock.instant().getEpochSecond(), body);
        OutboundRequest post = OutboundRequest.of("POST", delivery.target())
                .with(SIGNATURE, signature)
                .with(body, "application/json; charset=UTF-8");
        try {
            OutboundAnswer answer = http.sendForHead(post);
            return answer.isSuccess()
                    ? Optional.empty()
                    : Optional.of("The receiver answered " + answer.status() + ".");
        } catch (OutboundException e) {
            return Optional.of(explain(e.reason()));
        }
    }

    /** Without addresses and banners, which a tenant could use to probe the network. */
    private static String explain(OutboundException.Reason reason) {
        return switch (reason) {
            case UNKNOWN_HOST, FORBIDDEN_ADDRESS -> "The receiver's host name resolves to no permitted address.";
            case UNREACHABLE, PROXY -> "The connection to the receiver failed.";
            case UNTRUSTED -> "The receiver's certificate is not trusted, or TLS failed otherwise.";
            case BUSY, INTERRUPTED -> "The node could not send it in time.";
            case TIMEOUT, BROKEN, TOO_LARGE -> "The receiver did not answer.";
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

    /** Aborts the requests under way. */
    @Override
    public void close() {
        http.close();
    }
}
