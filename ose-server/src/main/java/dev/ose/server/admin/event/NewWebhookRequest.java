package dev.ose.server.admin.event;

import dev.ose.s3.BucketName;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.event.ObjectChange;
import dev.ose.server.event.Webhook;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request for a webhook.
 *
 * @param url the target of messages
 * @param bucket the bucket of the events; all buckets of the tenant, if absent
 * @param prefix prefix of keys
 * @param suffix suffix of keys
 * @param events {@code s3:ObjectCreated:*}, {@code s3:ObjectRemoved:*}, or both, as if absent; {@code ose:QuotaAlert:*}
 *     beside them or alone, then without prefix and suffix; empty for a destination of bucket notifications, which has
 *     neither bucket, prefix nor suffix
 */
record NewWebhookRequest(
        @Required @Nullable String url,
        @Nullable String bucket,
        @Nullable String prefix,
        @Nullable String suffix,
        @Nullable List<String> events) {

    /** Alerts of quotas, which are none of S3. */
    static final String ALERTS = "ose:QuotaAlert:*";

    private static final int MAX_URL = 2_000;
    private static final int LAST_PORT = 65_535;
    private static final int MAX_PART_BYTES = 1_024;

    Webhook.Terms terms() {
        boolean alerts = events != null && events.contains(ALERTS);
        Set<ObjectChange> changes = changes();
        @Nullable BucketName name = bucketName();
        String start = part("prefix", prefix);
        String end = part("suffix", suffix);
        if (changes.isEmpty() && ((name != null && !alerts) || !start.isEmpty() || !end.isEmpty())) {
            throw invalid(
                    "events", "must have changes of objects beside a prefix or a suffix, and some beside a bucket");
        }
        return new Webhook.Terms(target(), name, start, end, changes, alerts);
    }

    private URI target() {
        String text = Input.required("url", url);
        try {
            URI uri = new URI(text);
            if (isReceiver(uri, text)) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw invalidUrl();
        }
        throw invalidUrl();
    }

    private static boolean isReceiver(URI uri, String text) {
        return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawFragment() == null
                && uri.getPort() != 0
                && uri.getPort() <= LAST_PORT
                && text.length() <= MAX_URL
                && text.equals(uri.toASCIIString());
    }

    private static FailureException invalidUrl() {
        return invalid(
                "url",
                "must be an http or https URL of at most " + MAX_URL + " ASCII characters without user and fragment");
    }

    private @Nullable BucketName bucketName() {
        String name = bucket;
        return name == null
                ? null
                : BucketName.parse(name).orElseThrow(() -> invalid("bucket", "must be the name of a bucket"));
    }

    private static String part(String field, @Nullable String text) {
        if (text == null) {
            return "";
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_PART_BYTES || text.indexOf('\0') >= 0) {
            throw invalid(field, "must have at most " + MAX_PART_BYTES + " bytes, none of them zero");
        }
        return text;
    }

    private Set<ObjectChange> changes() {
        List<String> named = events;
        if (named == null) {
            return EnumSet.allOf(ObjectChange.class);
        }
        Set<ObjectChange> changes = EnumSet.noneOf(ObjectChange.class);
        for (String pattern : named) {
            if (!ALERTS.equals(pattern)) {
                changes.add(ObjectChange.ofPattern(pattern).orElseThrow(NewWebhookRequest::unknownEvents));
            }
        }
        return changes;
    }

    private static FailureException unknownEvents() {
        return invalid("events", "must be of s3:ObjectCreated:*, s3:ObjectRemoved:* and " + ALERTS + ", or none");
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
