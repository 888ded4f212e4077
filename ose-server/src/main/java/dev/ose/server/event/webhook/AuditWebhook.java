package dev.ose.server.event.webhook;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.server.audit.AuditReceiver;
import dev.ose.server.audit.RecordedEntry;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Posts entries of the audit log to the provider's webhook, signed as events are. */
public final class AuditWebhook implements AuditReceiver {

    private final OutboundHttp http;
    private final URI target;
    private final Secret secret;
    private final Clock clock;

    private AuditWebhook(OutboundHttp http, URI target, Secret secret, Clock clock) {
        this.http = http;
        this.target = target;
        this.secret = secret;
        this.clock = clock;
    }

    /** Creates the receiver without opening a connection. */
    public static AuditWebhook open(URI target, Secret secret, OutboundRoutes routes, Clock clock) {
        return new AuditWebhook(new OutboundHttp(HttpEventSender.LIMITS, routes), target, secret, clock);
    }

    @Override
    public Kind kind() {
        return Kind.WEBHOOK;
    }

    @Override
    public Optional<String> send(List<RecordedEntry> entries) {
        byte[] body = JsonMapper.shared()
                .writeValueAsBytes(Map.of(
                        "entries", entries.stream().map(RecordedEntry::facts).toList()));
        OutboundRequest post = OutboundRequest.of("POST", target)
                .with(
                        HttpEventSender.SIGNATURE,
                        HttpEventSender.signature(secret, clock.instant().getEpochSecond(), body))
                .with(body, "application/json; charset=UTF-8");
        try {
            OutboundAnswer answer = http.sendForHead(post);
            return answer.isSuccess()
                    ? Optional.empty()
                    : Optional.of("The receiver answered " + answer.status() + ".");
        } catch (OutboundException e) {
            return Optional.of("The request to the receiver failed: " + e.reason() + ".");
        }
    }

    /** Aborts the request under way. */
    @Override
    public void close() {
        http.close();
    }
}
