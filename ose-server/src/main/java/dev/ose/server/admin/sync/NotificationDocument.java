package dev.ose.server.admin.sync;

import dev.ose.s3.BucketName;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.server.admin.json.UniqueFields;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ChangeNotification;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses platforms' notifications: S3's event document in the variants of AWS, Ceph and MinIO, which differ in names of
 * events and in the encoding of keys. An invalid record is skipped, because its sender would repeat it without end.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">Event
 *     message structure</a>
 */
final class NotificationDocument {

    /** Platforms send one, or a few; more take too long to be looked at within one request. */
    static final int MAX_RECORDS = 1_000;

    private static final JsonMapper JSON = JsonMapper.shared();

    private NotificationDocument() {}

    /**
     * The notifications in a document; none if it is another message, such as that of AWS when a configuration is made.
     *
     * @throws FailureException {@code Invalid}
     */
    static List<ChangeNotification> read(byte[] body) {
        UniqueFields.check(body);
        JsonNode records = tree(body).path("Records");
        if (records.size() > MAX_RECORDS) {
            throw new FailureException(new Failure.Invalid("Records", "must be at most " + MAX_RECORDS));
        }
        List<ChangeNotification> notifications = new ArrayList<>();
        for (JsonNode each : records.isArray() ? records : JSON.createArrayNode()) {
            read(each, notifications);
        }
        return notifications;
    }

    private static JsonNode tree(byte[] body) {
        try {
            JsonNode tree = JSON.readTree(body);
            if (!tree.isMissingNode()) {
                return tree;
            }
        } catch (JacksonException e) {
            throw notJson();
        }
        throw notJson();
    }

    private static FailureException notJson() {
        return new FailureException(new Failure.Invalid("body", "must be a JSON object"));
    }

    private static void read(JsonNode entry, List<ChangeNotification> notifications) {
        JsonNode object = entry.path("s3").path("object");
        Optional<BucketName> bucket = BucketName.parse(text(entry.path("s3").path("bucket"), "name"));
        if (bucket.isPresent()) {
            ChangeNotification.Said said = said(text(entry, "eventName"), object);
            keys(text(entry, "eventSource"), text(object, "key"))
                    .forEach(key -> notifications.add(new ChangeNotification(bucket.get(), key, said)));
        }
    }

    private static ChangeNotification.Said said(String event, JsonNode object) {
        // MinIO and AWS's documentation write s3: in front, and removals by lifecycle have names of their own.
        if (event.contains("ObjectRemoved:") || event.contains("Expiration:")) {
            return new ChangeNotification.Removed();
        }
        Optional<ETag> tag = ETag.parse(text(object, "eTag"));
        return tag.isPresent()
                        && object.path("size").isIntegralNumber()
                        && object.path("size").canConvertToLong()
                ? new ChangeNotification.Written(
                        object.path("size").asLong(), tag.get().value())
                : new ChangeNotification.Unclear();
    }

    /**
     * The keys that may be meant. AWS encodes them as forms do, and MinIO does so too; Ceph 16.2 writes them as they
     * are, and is known by its name only, so that both readings are looked at: the wrong one costs a request that finds
     * nothing.
     */
    private static List<ObjectKey> keys(String source, String written) {
        Set<String> readings = new LinkedHashSet<>();
        if (source.startsWith("ceph:")) {
            readings.add(written);
        }
        UriEncoding.decode(written.replace("+", "%20")).ifPresent(readings::add);
        return readings.stream().flatMap(each -> ObjectKey.parse(each).stream()).toList();
    }

    private static String text(JsonNode parent, String name) {
        JsonNode node = parent.path(name);
        return node.isString() ? node.asString() : "";
    }
}
