package dev.ose.s3.document;

import static dev.ose.s3.document.JsonShape.count;
import static dev.ose.s3.document.JsonShape.fields;
import static dev.ose.s3.document.JsonShape.flag;
import static dev.ose.s3.document.JsonShape.flat;
import static dev.ose.s3.document.JsonShape.list;
import static dev.ose.s3.document.JsonShape.one;
import static dev.ose.s3.document.JsonShape.text;

import dev.ose.s3.document.JsonShape.Fields;
import dev.ose.s3.document.JsonShape.Member;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The documents that have a form in JSON, and which: the names are those of the original's dialect. */
final class JsonShapes {

    /** By the names of their roots. */
    static final Map<String, Fields> BY_ROOT = byRoot();

    private JsonShapes() {}

    private static Map<String, Fields> byRoot() {
        Map<String, Fields> all = new HashMap<>(SettingShapes.BY_ROOT);
        all.put("ListAllMyBucketsResult", buckets());
        all.put("ListBucketResult", listing(list("Contents", "objectBrief", entry())));
        all.put(
                "ListVersionsResult",
                listing(list("Version", "objectBrief", entry()), list("DeleteMarker", "deleteMarkers", entry())));
        all.put("ListMultipartUploadsResult", listing(list("Upload", "uploads", upload())));
        all.put(
                "CreateBucketConfiguration",
                fields(
                        text("LocationConstraint", "locationConstraint"),
                        flat("Tags", fields(list("Tag", "tags", SettingShapes.tag())))));
        all.put(
                "Delete",
                fields(
                        list("Object", "objects", named()),
                        flag("Quiet", "quiet"),
                        flag("RemoveAll", "removeAll"),
                        flag("DeleteVersion", "deleteVersion"),
                        flag("TryAsync", "tryAsync")));
        all.put("DeleteResult", fields(list("Deleted", "deleted", deleted()), list("Error", "errors", failed())));
        all.put("Task", task());
        all.put("Error", new Fields(Map.of(), true));
        return Map.copyOf(all);
    }

    private static Fields buckets() {
        Fields bucket =
                fields(text("Name", "name"), text("CreationDate", "creationDate"), text("BucketRegion", "region"));
        return fields(
                one("Owner", "owner", SettingShapes.person()),
                flat("Buckets", fields(list("Bucket", "buckets", bucket))),
                text("ContinuationToken", "continuationToken"),
                text("Prefix", "prefix"));
    }

    private static Fields listing(Member... entries) {
        Member[] common = {
            text("Name", "name"),
            text("Bucket", "name"),
            text("Prefix", "prefix"),
            text("Delimiter", "delimiter"),
            text("EncodingType", "encodingType"),
            flag("IsTruncated", "truncated"),
            text("Marker", "marker"),
            text("NextMarker", "nextMarker"),
            text("KeyMarker", "keyMarker"),
            text("NextKeyMarker", "nextKeyMarker"),
            text("VersionIdMarker", "versionIdMarker"),
            text("NextVersionIdMarker", "nextVersionIdMarker"),
            text("UploadIdMarker", "uploadIdMarker"),
            text("NextUploadIdMarker", "nextUploadIdMarker"),
            text("ContinuationToken", "continuationToken"),
            text("NextContinuationToken", "nextContinuationToken"),
            text("StartAfter", "startAfter"),
            count("KeyCount", "keyCount"),
            count("MaxKeys", "maxKeys"),
            count("MaxUploads", "maxUploads"),
            list("CommonPrefixes", "commonPrefixes", new JsonShape.Only("Prefix"))
        };
        return fields(Stream.concat(Stream.of(common), Stream.of(entries)).toArray(Member[]::new));
    }

    private static Fields entry() {
        return fields(
                text("Key", "key"),
                text("VersionId", "versionId"),
                flag("IsLatest", "latest"),
                one("ETag", "etag", new JsonShape.Tag()),
                count("Size", "size"),
                text("LastModified", "lastModified"),
                text("StorageClass", "storageClass"),
                owner());
    }

    private static Fields upload() {
        return fields(
                text("Key", "key"),
                text("UploadId", "uploadId"),
                text("Initiated", "initiated"),
                text("StorageClass", "storageClass"),
                owner());
    }

    private static Member owner() {
        return flat("Owner", fields(text("DisplayName", "owner"), text("ID", "ownerId")));
    }

    private static Fields named() {
        return fields(text("Key", "key"), text("VersionId", "versionId"), one("ETag", "etag", new JsonShape.Tag()));
    }

    private static Fields task() {
        return fields(
                text("Id", "id"),
                text("Description", "description"),
                text("Status", "status"),
                text("ResourceType", "resourceType"),
                text("ResourceKey", "resourceKey"),
                count("Progress", "progress"),
                text("Tenant", "tenant"),
                text("Owner", "owner"),
                text("StartDate", "startDate"));
    }

    private static Fields deleted() {
        return fields(
                text("Key", "key"),
                text("VersionId", "versionId"),
                flag("DeleteMarker", "deleteMarker"),
                text("DeleteMarkerVersionId", "deleteMarkerVersionId"));
    }

    private static Fields failed() {
        return fields(
                text("Key", "key"), text("VersionId", "versionId"), text("Code", "code"), text("Message", "message"));
    }
}
