package dev.ose.s3.document;

import static dev.ose.s3.document.JsonShape.count;
import static dev.ose.s3.document.JsonShape.fields;
import static dev.ose.s3.document.JsonShape.flag;
import static dev.ose.s3.document.JsonShape.list;
import static dev.ose.s3.document.JsonShape.one;
import static dev.ose.s3.document.JsonShape.text;

import dev.ose.s3.document.JsonShape.Fields;

/**
 * A rule of a bucket's lifecycle in JSON.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleRule.html">LifecycleRule</a>
 */
final class LifecycleShape {

    private LifecycleShape() {}

    static Fields rule() {
        return fields(
                one(
                        "AbortIncompleteMultipartUpload",
                        "abortIncompleteMultipartUpload",
                        fields(count("DaysAfterInitiation", "daysAfterInitiation"))),
                one("Expiration", "expiration", expiration()),
                one("Filter", "filter", filter()),
                text("ID", "id"),
                one("NoncurrentVersionExpiration", "noncurrentVersionExpiration", oldVersions()),
                list("NoncurrentVersionTransition", "noncurrentVersionTransitions", oldVersionsMove()),
                text("Prefix", "prefix"),
                text("Status", "status"),
                list("Transition", "transitions", transition()));
    }

    private static Fields filter() {
        Fields and = fields(
                count("ObjectSizeGreaterThan", "objectSizeGreaterThan"),
                count("ObjectSizeLessThan", "objectSizeLessThan"),
                text("Prefix", "prefix"),
                list("Tag", "tags", SettingShapes.tag()));
        return fields(
                one("And", "and", and),
                count("ObjectSizeGreaterThan", "objectSizeGreaterThan"),
                count("ObjectSizeLessThan", "objectSizeLessThan"),
                text("Prefix", "prefix"),
                one("Tag", "tag", SettingShapes.tag()));
    }

    private static Fields expiration() {
        return fields(
                text("Date", "date"),
                count("Days", "days"),
                flag("ExpiredObjectDeleteMarker", "expiredObjectDeleteMarker"));
    }

    private static Fields transition() {
        return fields(text("Date", "date"), count("Days", "days"), text("StorageClass", "storageClass"));
    }

    private static Fields oldVersions() {
        return fields(
                count("NewerNoncurrentVersions", "newerNoncurrentVersions"), count("NoncurrentDays", "noncurrentDays"));
    }

    private static Fields oldVersionsMove() {
        return fields(
                count("NewerNoncurrentVersions", "newerNoncurrentVersions"),
                count("NoncurrentDays", "noncurrentDays"),
                text("StorageClass", "storageClass"));
    }
}
