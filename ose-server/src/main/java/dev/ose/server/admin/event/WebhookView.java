package dev.ose.server.admin.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.event.DestinationArn;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.event.Webhooks;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A webhook as the API shows it.
 *
 * @param arn names it in notification configurations of buckets; absent if it has events of its own
 * @param state how deliveries go; absent in the answer to the request that made the webhook
 * @param secret present only in that answer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WebhookView(
        String id,
        String url,
        @Nullable String bucket,
        String prefix,
        String suffix,
        List<String> events,
        @Nullable String arn,
        Instant createdAt,
        @Nullable State state,

        @JsonSerialize(using = SecretSerializer.class)
        @Schema(type = "string", description = "Only in the first answer")
        @Nullable
        Secret secret) {

    /**
     * How deliveries go.
     *
     * @param waiting events to be delivered, counted up to 100,000
     * @param givenUp events that could not be delivered, counted in the same way
     * @param dropped events that will never be delivered, because too many came after them
     * @param attempts how often in a row a delivery failed
     * @param problem why; empty if the last one did not fail
     */
    @Schema(name = "WebhookState")
    record State(int waiting, int givenUp, long dropped, int attempts, String problem) {}

    static WebhookView of(Webhooks.Made made, Optional<DestinationArn> arn) {
        return of(made.webhook(), arn, null, made.secret());
    }

    static WebhookView of(Webhook.Status status, Optional<DestinationArn> arn) {
        return of(
                status.webhook(),
                arn,
                new State(status.waiting(), status.givenUp(), status.dropped(), status.attempts(), status.problem()),
                null);
    }

    private static WebhookView of(
            Webhook webhook, Optional<DestinationArn> arn, @Nullable State state, @Nullable Secret secret) {
        Webhook.Terms terms = webhook.terms();
        @Nullable BucketName bucket = terms.bucket();
        return new WebhookView(
                Long.toString(webhook.id()),
                terms.target().toString(),
                bucket == null ? null : bucket.value(),
                terms.prefix(),
                terms.suffix(),
                Stream.concat(
                                terms.changes().stream().sorted().map(ObjectChange::pattern),
                                terms.alerts() ? Stream.of(NewWebhookRequest.ALERTS) : Stream.empty())
                        .toList(),
                arn.map(DestinationArn::toString).orElse(null),
                webhook.createdAt(),
                state,
                secret);
    }
}
