package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.ListingPage;
import dev.ose.adapter.embedded.store.Listings;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoreOwner;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.adapter.embedded.store.Uploads;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ObjectsDocument;
import dev.ose.s3.document.Owner;
import dev.ose.s3.document.UploadsDocument;
import dev.ose.s3.document.VersionsDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ListingFilter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The listings of a bucket. */
final class ListingCalls {

    private final Store store;

    ListingCalls(Store store) {
        this.store = store;
    }

    EmbeddedReply objects(EmbeddedCall call, BucketOperation.ListObjects list) {
        StoredBucket bucket = call.bucket(list.bucket());
        ListingPage<ObjectVersion> page =
                store.contents().listings().current(bucket, request(list.filter()), list.marker());
        String next = page.isTruncated() ? last(page) : null;
        return EmbeddedReply.document(document(page, bucket, next).toBytes(list));
    }

    EmbeddedReply objectsV2(EmbeddedCall call, BucketOperation.ListObjectsV2 list) {
        StoredBucket bucket = call.bucket(list.bucket());
        String token = list.continuationToken();
        String startAfter = list.startAfter();
        String marker = token != null ? ContinuationTokens.decode(token) : startAfter == null ? "" : startAfter;
        ListingPage<ObjectVersion> page = store.contents().listings().current(bucket, request(list.filter()), marker);
        String next = page.isTruncated() ? ContinuationTokens.encode(last(page)) : null;
        return EmbeddedReply.document(
                document(page, list.fetchOwner() ? bucket : null, next).toBytes(list));
    }

    EmbeddedReply versions(EmbeddedCall call, BucketOperation.ListObjectVersions list) {
        StoredBucket bucket = call.bucket(list.bucket());
        ListingPage<ObjectVersion> page = store.contents()
                .listings()
                .versions(bucket, request(list.filter()), list.keyMarker(), list.versionIdMarker());
        List<VersionsDocument.Entry> entries =
                page.items().stream().map(version -> entry(bucket, version)).toList();
        String nextKey = page.isTruncated() ? last(page) : null;
        VersionId nextVersion = page.isTruncated()
                        && page.entries().getLast() instanceof ListingPage.Item<ObjectVersion>(ObjectVersion version)
                ? version.versionId()
                : null;
        return EmbeddedReply.document(
                new VersionsDocument(entries, page.commonPrefixes(), nextKey, nextVersion).toBytes(list));
    }

    EmbeddedReply uploads(EmbeddedCall call, BucketOperation.ListMultipartUploads list) {
        StoredBucket bucket = call.bucket(list.bucket());
        UploadId marker = list.uploadIdMarker();
        if (marker != null && !Uploads.isId(marker)) {
            throw new S3ErrorException(
                    S3Error.invalidArgument("Invalid uploadId marker", "upload-id-marker", marker.value()));
        }
        ListingPage<StoredUpload> page =
                store.contents().listings().uploads(bucket, request(list.filter()), list.keyMarker(), marker);
        String nextKey = null;
        UploadId nextUpload = null;
        if (page.isTruncated()) {
            switch (page.entries().getLast()) {
                case ListingPage.Item<StoredUpload>(StoredUpload upload) -> {
                    nextKey = upload.key().value();
                    nextUpload = upload.id();
                }
                case ListingPage.CommonPrefix<StoredUpload>(String prefix) -> nextKey = prefix;
            }
        }
        List<UploadsDocument.Upload> uploads = page.items().stream()
                .map(upload -> new UploadsDocument.Upload(
                        upload.key(),
                        upload.id(),
                        named(upload.initiator()),
                        named(upload.owner(bucket)),
                        ListedObject.STANDARD,
                        upload.initiatedAt()))
                .toList();
        return EmbeddedReply.document(
                new UploadsDocument(uploads, page.commonPrefixes(), nextKey, nextUpload).toBytes(list));
    }

    private static Listings.Request request(ListingFilter filter) {
        return new Listings.Request(filter.prefix(), filter.delimiter(), filter.limit());
    }

    private static String last(ListingPage<ObjectVersion> page) {
        return switch (page.entries().getLast()) {
            case ListingPage.Item<ObjectVersion>(ObjectVersion version) ->
                version.key().value();
            case ListingPage.CommonPrefix<ObjectVersion>(String prefix) -> prefix;
        };
    }

    private static ObjectsDocument document(
            ListingPage<ObjectVersion> page, @Nullable StoredBucket shownOwners, @Nullable String next) {
        List<ListedObject> objects = page.items().stream()
                .map(version -> listed(version, shownOwners == null ? null : named(version.owner(shownOwners))))
                .toList();
        return new ObjectsDocument(objects, page.commonPrefixes(), next);
    }

    private static VersionsDocument.Entry entry(StoredBucket bucket, ObjectVersion version) {
        return version.isDeleteMarker()
                ? new VersionsDocument.DeleteMarker(
                        version.key(),
                        version.versionId(),
                        version.isLatest(),
                        version.modifiedAt(),
                        named(version.owner(bucket)))
                : new VersionsDocument.Version(
                        listed(version, named(version.owner(bucket))), version.versionId(), version.isLatest());
    }

    /** The time is in whole seconds, as in S3 and in the object's headers. */
    private static ListedObject listed(ObjectVersion version, @Nullable Owner owner) {
        ObjectChecksum checksum = version.content().checksum();
        return new ListedObject(
                version.key(),
                version.modifiedAt().truncatedTo(ChronoUnit.SECONDS),
                version.content().etag(),
                version.content().sizeBytes(),
                ListedObject.STANDARD,
                owner,
                checksum == null ? null : new ListedObject.Checksum(checksum.algorithm(), checksum.type()));
    }

    /** The owner element of documents. */
    static Owner named(StoreOwner owner) {
        return new Owner(owner.canonicalId(), owner.name());
    }
}
