package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The events that nodes report.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html">Event
 *     types</a>
 */
public enum NotificationEvent {
    PUT("ObjectCreated:", "Put"),
    COMPLETED("ObjectCreated:", "CompleteMultipartUpload"),
    DELETED("ObjectRemoved:", "Delete"),
    HIDDEN("ObjectRemoved:", "DeleteMarkerCreated");

    private static final String SERVICE = "s3:";

    /** Event types of S3, or the beginning of their names, that no node reports. */
    private static final List<String> NOT_REPORTED = List.of(
            "s3:ObjectCreated:Post",
            "s3:ObjectCreated:Copy",
            "s3:ReducedRedundancyLostObject",
            "s3:ObjectRestore:",
            "s3:Replication:",
            "s3:LifecycleExpiration:",
            "s3:LifecycleTransition",
            "s3:IntelligentTiering",
            "s3:ObjectTagging:",
            "s3:ObjectAcl:Put",
            "s3:ObjectAnnotation:");

    private final String group;
    private final String kind;

    NotificationEvent(String group, String kind) {
        this.group = group;
        this.kind = kind;
    }

    /** The name in records, which lacks the service. */
    public String recordName() {
        return group + kind;
    }

    /**
     * The events that a configuration's event type stands for, never none. Throws {@code NotImplemented} with the name
     * of a type that no node reports, and {@code InvalidArgument} for one that S3 does not have.
     */
    public static Set<NotificationEvent> named(String type) {
        Set<NotificationEvent> events = EnumSet.noneOf(NotificationEvent.class);
        for (NotificationEvent event : values()) {
            String group = SERVICE + event.group;
            if (type.equals(group + event.kind) || type.equals(group + '*')) {
                events.add(event);
            }
        }
        if (events.isEmpty()) {
            throw new S3ErrorException(
                    NOT_REPORTED.stream().anyMatch(type::startsWith)
                            ? S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Event", type)
                            : S3Error.invalidArgument("The event is not supported for notifications", "Event", type));
        }
        return events;
    }
}
