package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.adapter.embedded.store.EmbeddedNewBucket;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.Versioning;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketsDocument;
import dev.ose.s3.document.CorsConfiguration;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.Owner;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.document.VersioningConfiguration;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.ServiceOperation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Buckets, and the settings of buckets and objects. */
final class BucketCalls {

    private static final int MAX_BUCKETS = 1000;
    private static final String FIRST_REGION = "us-east-1";

    private final Store store;
    private final ObjectReads reads;
    private final NewAccess newAccess;
    private final String region;

    BucketCalls(Store store, ObjectReads reads, String region) {
        this.store = store;
        this.reads = reads;
        this.newAccess = new NewAccess(store.accounts());
        this.region = region;
    }

    EmbeddedReply list(EmbeddedCall call, ServiceOperation.ListBuckets list) {
        Integer asked = list.limit();
        int limit = asked == null ? MAX_BUCKETS : Math.min(asked, MAX_BUCKETS);
        String token = list.continuationToken();
        String marker = token == null ? "" : ContinuationTokens.decode(token);
        List<StoredBucket> found = store.buckets().list(call.caller().owner(), list.prefix(), marker, limit + 1);
        List<StoredBucket> page = found.subList(0, Math.min(limit, found.size()));
        String next = found.size() > limit
                ? ContinuationTokens.encode(page.getLast().name().value())
                : null;
        List<BucketsDocument.Bucket> buckets = page.stream()
                .map(bucket -> new BucketsDocument.Bucket(bucket.name(), bucket.createdAt(), region))
                .toList();
        Owner owner = new Owner(
                call.caller().owner().canonicalId(), call.caller().owner().name());
        String prefix = list.prefix().isEmpty() ? null : list.prefix();
        return EmbeddedReply.document(new BucketsDocument(owner, buckets, next, prefix).toBytes());
    }

    EmbeddedReply create(EmbeddedCall call, BucketOperation.CreateBucket create) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        // Clients omit the length of an empty body.
        byte[] body = call.request().text("content-length").isEmpty() ? new byte[0] : call.readDocument(false);
        CreateBucketConfiguration configuration = CreateBucketConfiguration.read(body);
        String location = configuration.locationConstraint();
        if (location != null && !location.equals(region)) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.ILLEGAL_LOCATION_CONSTRAINT_EXCEPTION,
                    "The " + location
                            + " location constraint is incompatible for the region specific endpoint this request was"
                            + " sent to."));
        }
        Optional<BucketAccess> access = newAccess.ofBucket(call);
        EmbeddedNewBucket wanted = new EmbeddedNewBucket(
                location, map(configuration.tags()), create.objectLockEnabled(), access.orElse(BucketAccess.DEFAULT));
        if (!store.buckets().create(call.caller(), create.bucket(), wanted)) {
            requireSame(call, create.bucket(), wanted, access);
        }
        return EmbeddedReply.of(200).with("Location", "/" + create.bucket().value());
    }

    /**
     * In us-east-1 a repeated CreateBucket of the owner succeeds, unless it differs from the existing bucket. S3 would
     * also replace the ACL, which a repeated request should not do.
     */
    private void requireSame(
            EmbeddedCall call, BucketName name, EmbeddedNewBucket wanted, Optional<BucketAccess> access) {
        StoredBucket there = store.buckets().find(name).orElse(null);
        if (there == null || !there.isOf(call.caller())) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.BUCKET_ALREADY_EXISTS).with("BucketName", name.value()));
        }
        boolean isSame = access.isEmpty()
                || (access.get().ownership() == there.settings().access().ownership()
                        && access.get().acl().equals(there.settings().access().acl()));
        boolean asksForMore = wanted.isLocked() || !wanted.tags().isEmpty();
        if (!region.equals(FIRST_REGION) || !isSame || asksForMore) {
            throw new S3ErrorException(
                    S3Error.of(S3ErrorCode.BUCKET_ALREADY_OWNED_BY_YOU).with("BucketName", name.value()));
        }
    }

    EmbeddedReply head(EmbeddedCall call, BucketOperation.HeadBucket head) {
        call.bucket(head.bucket());
        return EmbeddedReply.of(200)
                .with("x-amz-bucket-region", region)
                .with("x-amz-access-point-alias", "false")
                .with("Content-Type", "application/xml");
    }

    EmbeddedReply delete(EmbeddedCall call, BucketOperation.DeleteBucket delete) {
        store.buckets().delete(call.bucket(delete.bucket()));
        return EmbeddedReply.of(204);
    }

    EmbeddedReply setting(EmbeddedCall call, BucketSubresource subresource) throws IOException {
        StoredBucket bucket = call.bucket(subresource.bucket());
        return switch (subresource.action()) {
            case GET_BUCKET_LOCATION ->
                EmbeddedReply.document(
                        new ResultDocument.Location(region.equals(FIRST_REGION) ? "" : region).toBytes());
            case GET_BUCKET_VERSIONING ->
                EmbeddedReply.document(versioning(bucket).toBytes());
            case PUT_BUCKET_VERSIONING -> setVersioning(call, bucket);
            case GET_BUCKET_TAGGING -> tags(bucket);
            case PUT_BUCKET_TAGGING -> {
                Tagging tagging = Tagging.read(call.readDocument(false), Tagging.MAX_BUCKET_TAGS);
                store.buckets().setTags(bucket, map(tagging));
                yield EmbeddedReply.of(204);
            }
            case DELETE_BUCKET_TAGGING -> {
                store.buckets().setTags(bucket, new LinkedHashMap<>());
                yield EmbeddedReply.of(204);
            }
            case GET_BUCKET_CORS ->
                store.buckets()
                        .cors(bucket)
                        .map(EmbeddedReply::document)
                        .orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.NO_SUCH_CORS_CONFIGURATION)
                                .with("BucketName", bucket.name().value())));
            case PUT_BUCKET_CORS -> {
                byte[] document =
                        CorsConfiguration.read(call.readDocument(false)).toBytes();
                store.buckets().setCors(bucket, document);
                yield EmbeddedReply.of(200);
            }
            case DELETE_BUCKET_CORS -> {
                store.buckets().setCors(bucket, null);
                yield EmbeddedReply.of(204);
            }
            // Sixty further settings are not offered; a line for each would hide these.
            default -> throw S3Service.notImplemented(subresource);
        };
    }

    EmbeddedReply objectSetting(EmbeddedCall call, ObjectSubresource subresource) throws IOException {
        StoredBucket bucket = call.bucket(subresource.bucket());
        return switch (subresource.action()) {
            case GET_OBJECT_TAGGING -> {
                ObjectVersion version = reads.requireObject(call, bucket, subresource.key(), subresource.versionId());
                yield tagged(bucket, version, document(version.description().tags()));
            }
            case PUT_OBJECT_TAGGING -> {
                Tagging tagging = Tagging.read(call.readDocument(false), Tagging.MAX_OBJECT_TAGS);
                yield setObjectTags(call, bucket, subresource, map(tagging), 200);
            }
            case DELETE_OBJECT_TAGGING -> setObjectTags(call, bucket, subresource, new LinkedHashMap<>(), 204);
            default -> throw S3Service.notImplemented(subresource);
        };
    }

    private EmbeddedReply setObjectTags(
            EmbeddedCall call,
            StoredBucket bucket,
            ObjectSubresource subresource,
            SequencedMap<String, String> tags,
            int status) {
        ObjectVersion version = reads.requireObject(call, bucket, subresource.key(), subresource.versionId());
        if (!store.contents().objects().setTags(version, bucket, tags)) {
            throw new S3ErrorException(S3Error.noSuchKey(subresource.key()));
        }
        return tagged(bucket, version, EmbeddedReply.of(status));
    }

    private static EmbeddedReply tagged(StoredBucket bucket, ObjectVersion version, EmbeddedReply reply) {
        return reply.with("x-amz-version-id", ObjectReplies.versionId(bucket, version.versionId()));
    }

    private EmbeddedReply tags(StoredBucket bucket) {
        SequencedMap<String, String> tags = store.buckets().tags(bucket);
        if (tags.isEmpty()) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.NO_SUCH_TAG_SET)
                    .with("BucketName", bucket.name().value()));
        }
        return document(tags);
    }

    private static VersioningConfiguration versioning(StoredBucket bucket) {
        return new VersioningConfiguration(
                switch (bucket.settings().versioning()) {
                    case OFF -> null;
                    case ENABLED -> VersioningConfiguration.Status.ENABLED;
                    case SUSPENDED -> VersioningConfiguration.Status.SUSPENDED;
                },
                null);
    }

    private EmbeddedReply setVersioning(EmbeddedCall call, StoredBucket bucket) throws IOException {
        VersioningConfiguration wanted = VersioningConfiguration.read(call.readDocument(false));
        if (Boolean.TRUE.equals(wanted.mfaDelete())) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED, "MFA delete is not offered"));
        }
        boolean enabled = wanted.status() == VersioningConfiguration.Status.ENABLED;
        if (!store.buckets().setVersioning(bucket, enabled ? Versioning.ENABLED : Versioning.SUSPENDED)) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_BUCKET_STATE,
                    "An Object Lock configuration is present on this bucket, so the versioning state cannot be"
                            + " changed."));
        }
        return EmbeddedReply.of(200);
    }

    private static EmbeddedReply document(SequencedMap<String, String> tags) {
        return EmbeddedReply.document(new Tagging(tags.entrySet().stream()
                        .map(tag -> new Tagging.Tag(tag.getKey(), tag.getValue()))
                        .toList())
                .toBytes());
    }

    private static SequencedMap<String, String> map(Tagging tagging) {
        SequencedMap<String, String> tags = new LinkedHashMap<>();
        tagging.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
        return tags;
    }
}
