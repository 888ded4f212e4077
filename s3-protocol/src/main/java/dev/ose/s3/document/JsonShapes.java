package dev.ose.s3.document;

import static dev.ose.s3.document.JsonShape.count;
import static dev.ose.s3.document.JsonShape.fields;
import static dev.ose.s3.document.JsonShape.flat;
import static dev.ose.s3.document.JsonShape.list;
import static dev.ose.s3.document.JsonShape.one;
import static dev.ose.s3.document.JsonShape.text;

import dev.ose.s3.document.JsonShape.Fields;
import dev.ose.s3.document.JsonShape.Member;
import java.util.Map;
import java.util.stream.Stream;

/** The documents that have a form in JSON, and which: the names are those of the original's dialect. */
final class JsonShapes {

    /** By the names of their roots. */
    static final Map<String, Fields> BY_ROOT = Map.of(
            "ListAllMyBucketsResult", buckets(),
            "ListBucketResult", listing(list("Contents", "objectBrief", entry())),
            "ListVersionsResult",
                    listing(list("Version", "objectBrief", entry()), list("DeleteMarker", "deleteMarkers", entry())),
            "ListMultipartUploadsResult", listing(list("Upload", "uploads", upload())),
            "Tagging", fields(list("TagSet", "tagSets", fields(list("Tag", "tags", tag())))),
            "AccessControlPolicy", accessControl(),
            "CORSConfiguration", fields(list("CORSRule", "corsRules", corsRule())),
            "VersioningConfiguration", fields(text("Status", "status"), text("MfaDelete", "mfaDelete")),
            "Error", new Fields(Map.of(), true));

    private JsonShapes() {}

    private static Fields buckets() {
        Fields bucket =
                fields(text("Name", "name"), text("CreationDate", "creationDate"), text("BucketRegion", "region"));
        return fields(
                one("Owner", "owner", person()),
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
            one("IsTruncated", "truncated", new JsonShape.Flag()),
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
                one("IsLatest", "latest", new JsonShape.Flag()),
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

    private static Fields tag() {
        return fields(text("Key", "key"), text("Value", "value"));
    }

    private static Fields accessControl() {
        Fields grantee = fields(text("ID", "id"), text("DisplayName", "displayName"), text("URI", "uri"));
        Fields grant = fields(one("Grantee", "grantee", grantee), text("Permission", "permission"));
        return fields(
                one("Owner", "owner", person()), flat("AccessControlList", fields(list("Grant", "grants", grant))));
    }

    private static Fields person() {
        return fields(text("ID", "id"), text("DisplayName", "displayName"));
    }

    private static Fields corsRule() {
        return fields(
                text("ID", "id"),
                list("AllowedMethod", "allowedMethods", new JsonShape.Text()),
                list("AllowedOrigin", "allowedOrigins", new JsonShape.Text()),
                list("AllowedHeader", "allowedHeaders", new JsonShape.Text()),
                list("ExposeHeader", "exposeHeaders", new JsonShape.Text()),
                count("MaxAgeSeconds", "maxAgeSeconds"));
    }
}
