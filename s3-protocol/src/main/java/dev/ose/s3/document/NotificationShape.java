package dev.ose.s3.document;

import static dev.ose.s3.document.JsonShape.fields;
import static dev.ose.s3.document.JsonShape.flat;
import static dev.ose.s3.document.JsonShape.list;
import static dev.ose.s3.document.JsonShape.one;
import static dev.ose.s3.document.JsonShape.text;

import dev.ose.s3.document.JsonShape.Fields;

/**
 * A bucket's notification configuration in JSON.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html">NotificationConfiguration</a>
 */
final class NotificationShape {

    private NotificationShape() {}

    static Fields configuration() {
        return fields(
                list("TopicConfiguration", "topicConfigurations", listener("Topic", "topic")),
                list("QueueConfiguration", "queueConfigurations", listener("Queue", "queue")),
                list(
                        "CloudFunctionConfiguration",
                        "cloudFunctionConfigurations",
                        listener("CloudFunction", "cloudFunction")),
                one("EventBridgeConfiguration", "eventBridgeConfiguration", fields()));
    }

    private static Fields listener(String element, String name) {
        Fields rule = fields(text("Name", "name"), text("Value", "value"));
        return fields(
                text("Id", "id"),
                text(element, name),
                list("Event", "events", new JsonShape.Text()),
                one("Filter", "filter", filter(fields(list("FilterRule", "filterRules", rule)))));
    }

    /** The last two are Ceph's own. */
    private static Fields filter(Fields rules) {
        return fields(flat("S3Key", rules), one("S3Metadata", "s3Metadata", rules), one("S3Tags", "s3Tags", rules));
    }
}
