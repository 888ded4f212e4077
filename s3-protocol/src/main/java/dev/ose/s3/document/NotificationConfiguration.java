package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The notification configurations of a bucket that nodes carry out, in their order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html">NotificationConfiguration</a>
 */
public record NotificationConfiguration(List<NotificationTarget> targets) {

    /** The most configurations of a bucket. */
    public static final int MAX_TARGETS = 100;

    private static final String ROOT = "NotificationConfiguration";

    public NotificationConfiguration {
        targets = List.copyOf(targets);
    }

    /**
     * Reads a body of at most 2 MiB. Throws {@code MalformedXML}; {@code NotImplemented} with the name of an element or
     * event that nodes do not carry out; and {@code InvalidArgument} for what S3 does not have, repeated ids, too many
     * configurations, and two that would both send an event of some key.
     */
    public static NotificationConfiguration read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.LARGE_BYTES, ROOT, NotificationConfiguration::content);
    }

    /** The document. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start(ROOT);
        targets.forEach(target -> target.write(xml));
        return xml.end().toBytes();
    }

    private static NotificationConfiguration content(XmlReader xml) {
        List<NotificationTarget> targets = new ArrayList<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            targets.add(
                    switch (child) {
                        case "QueueConfiguration" -> NotificationTargetReader.read(xml, NotificationTarget.Kind.QUEUE);
                        case "TopicConfiguration" -> NotificationTargetReader.read(xml, NotificationTarget.Kind.TOPIC);
                        case "CloudFunctionConfiguration", "EventBridgeConfiguration" ->
                            throw XmlRequestBody.notOffered(child);
                        default -> throw XmlRequestBody.malformed();
                    });
            if (targets.size() > MAX_TARGETS) {
                throw invalid("A bucket can have at most " + MAX_TARGETS + " notification configurations");
            }
        }
        requireDistinct(targets);
        return new NotificationConfiguration(targets);
    }

    private static void requireDistinct(List<NotificationTarget> targets) {
        Set<String> ids = new HashSet<>();
        for (int index = 0; index < targets.size(); index++) {
            NotificationTarget target = targets.get(index);
            if (!ids.add(target.id())) {
                throw new S3ErrorException(S3Error.invalidArgument(
                        "Same ID used for multiple configurations. IDs must be unique", "Id", target.id()));
            }
            if (targets.subList(0, index).stream().anyMatch(target::overlaps)) {
                throw invalid("Configurations overlap. Configurations on the same bucket cannot share a common event"
                        + " type.");
            }
        }
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_ARGUMENT, message));
    }
}
