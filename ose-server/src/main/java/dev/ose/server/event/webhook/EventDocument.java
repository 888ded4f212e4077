package dev.ose.server.event.webhook;

import dev.ose.s3.UriEncoding;
import dev.ose.server.event.AlertEvent;
import dev.ose.server.event.Delivery;
import dev.ose.server.event.ObjectEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events in the <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">S3
 * message structure</a>, version 2.1, without the caller's address and the request ids, which OSE does not know.
 */
final class EventDocument {

    private EventDocument() {}

    static byte[] of(Delivery delivery, String region) {
        return JsonMapper.shared()
                .writeValueAsBytes(Map.of(
                        "Records",
                        Stream.concat(
                                        delivery.events().stream().map(event -> record(delivery, event, region)),
                                        delivery.alerts().stream().map(alert -> record(delivery, alert, region)))
                                .toList()));
    }

    /** Not of S3: the same envelope around the facts of an alert. */
    private static Map<String, Object> record(Delivery delivery, AlertEvent alert, String region) {
        ObjectNode facts = (ObjectNode) JsonMapper.shared().readTree(alert.facts());
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("eventVersion", "1.0");
        record.put("eventSource", "ose:quota");
        record.put("awsRegion", region);
        record.put("eventTime", alert.at().toString());
        record.put("eventName", facts.remove("event"));
        record.put("userIdentity", Map.of("principalId", delivery.tenant()));
        record.put("quotaAlert", facts);
        return record;
    }

    private static Map<String, Object> record(Delivery delivery, ObjectEvent event, String region) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("eventVersion", "2.1");
        record.put("eventSource", "aws:s3");
        record.put("awsRegion", region);
        record.put("eventTime", event.at().toString());
        record.put("eventName", event.name());
        record.put("userIdentity", Map.of("principalId", delivery.tenant()));
        Map<String, Object> s3 = new LinkedHashMap<>();
        s3.put("s3SchemaVersion", "1.0");
        s3.put(
                "configurationId",
                Objects.requireNonNullElseGet(event.configuration(), () -> Long.toString(delivery.webhook())));
        s3.put("bucket", bucket(delivery, event));
        s3.put("object", object(event));
        record.put("s3", s3);
        return record;
    }

    private static Map<String, Object> bucket(Delivery delivery, ObjectEvent event) {
        Map<String, Object> bucket = new LinkedHashMap<>();
        bucket.put("name", event.bucket().value());
        bucket.put("ownerIdentity", Map.of("principalId", delivery.tenant()));
        bucket.put("arn", "arn:aws:s3:::" + event.bucket().value());
        return bucket;
    }

    private static Map<String, Object> object(ObjectEvent event) {
        Map<String, Object> object = new LinkedHashMap<>();
        // As in S3: form encoding that keeps slashes.
        object.put("key", UriEncoding.encodePath(event.key().value()).replace("%20", "+"));
        if (event.sizeBytes() != null) {
            object.put("size", event.sizeBytes());
            object.put("eTag", event.etag());
            if (event.versionId() != null) {
                object.put("versionId", event.versionId());
            }
        }
        // Fixed length, so that sequencers compare as strings.
        object.put("sequencer", "%016X".formatted(event.id()));
        return object;
    }
}
