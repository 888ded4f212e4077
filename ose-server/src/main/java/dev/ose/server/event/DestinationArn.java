package dev.ose.server.event;

import dev.ose.server.tenant.TenantId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a webhook as the destination of bucket notifications. */
public record DestinationArn(String region, TenantId tenant, long webhook) {

    private static final Pattern FORM = Pattern.compile("arn:ose:sqs:([^:]+):([^:]+):([1-9][0-9]{0,17})");

    /** The name of a webhook; empty if it is no destination. */
    public static Optional<DestinationArn> of(Webhook webhook, String region) {
        return webhook.terms().isDestination()
                ? Optional.of(new DestinationArn(region, webhook.tenant(), webhook.id()))
                : Optional.empty();
    }

    /** The id of the webhook that the text names among those of a tenant in a region; empty if it names none. */
    public static Optional<Long> find(String text, String region, TenantId tenant) {
        Matcher form = FORM.matcher(text);
        return form.matches() && form.group(1).equals(region) && form.group(2).equals(tenant.toString())
                ? Optional.of(Long.parseLong(form.group(3)))
                : Optional.empty();
    }

    /** As clients write it. */
    @Override
    public String toString() {
        return "arn:ose:sqs:" + region + ':' + tenant + ':' + webhook;
    }
}
