package dev.ose.server.access;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.CorsQuestion;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.ResponseOverride;
import dev.ose.s3.operation.S3Method;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** One of every operation on a bucket. */
public final class Samples {

    private static final ObjectKey KEY = new ObjectKey("in/key");
    private static final ListingFilter FILTER = new ListingFilter("in/", "/", 10, EncodingType.NONE);
    private static final CorsQuestion QUESTION = new CorsQuestion("https://example.org", S3Method.GET, List.of());

    private final BucketName bucket;
    private final UploadId upload = UploadId.parse("upload").orElseThrow();
    private final PartNumber part = new PartNumber(1);

    private Samples(BucketName bucket) {
        this.bucket = bucket;
    }

    public static List<S3Operation> on(BucketName bucket) {
        Samples samples = new Samples(bucket);
        List<S3Operation> all = new ArrayList<>();
        all.add(new ServiceOperation.ListBuckets("", null, null, null));
        Stream.of(ServiceOperation.Whose.values())
                .map(whose -> new ServiceOperation.FindBuckets(whose, "", "", false, 0, 10))
                .forEach(all::add);
        all.add(new ServiceOperation.WriteGetObjectResponse());
        all.addAll(samples.onBucket());
        all.addAll(samples.onObject());
        Stream.of(BucketSubresource.Action.values())
                .map(action -> new BucketSubresource(bucket, action, action.isNamed() ? "id" : null))
                .forEach(all::add);
        Stream.of(ObjectSubresource.Action.values())
                .map(action -> new ObjectSubresource(bucket, KEY, action, null))
                .forEach(all::add);
        return all;
    }

    /** Operations with optional parts: versions, response header overrides, bypass of object locks. */
    public static List<S3Operation> detailed(BucketName bucket) {
        VersionId version = new VersionId("v1");
        Map<ResponseOverride, String> overrides = Map.of(ResponseOverride.EXPIRES, "0");
        CopySource source = new CopySource(bucket, KEY, version);
        Samples samples = new Samples(bucket);
        List<S3Operation> all = new ArrayList<>(List.of(
                new BucketOperation.CreateBucket(bucket, true),
                new BucketOperation.DeleteObjects(bucket, true),
                new ObjectOperation.GetObject(bucket, KEY, version, null, overrides),
                new ObjectOperation.HeadObject(bucket, KEY, version, null, overrides),
                new ObjectOperation.CopyObject(bucket, KEY, source),
                new ObjectOperation.DeleteObject(bucket, KEY, version, true),
                new ObjectOperation.GetObjectAttributes(bucket, KEY, version, Set.of(), 1000, 0),
                new ObjectOperation.UploadPartCopy(bucket, KEY, samples.upload, samples.part, source, null),
                new ObjectOperation.PutObjectRetention(bucket, KEY, version, true),
                new ObjectOperation.RestoreObject(bucket, KEY, version)));
        Stream.of(ObjectSubresource.Action.values())
                .map(action -> new ObjectSubresource(bucket, KEY, action, version))
                .forEach(all::add);
        return all;
    }

    private List<S3Operation> onBucket() {
        return List.of(
                new BucketOperation.CreateBucket(bucket, false),
                new BucketOperation.DeleteBucket(bucket),
                new BucketOperation.HeadBucket(bucket),
                new BucketOperation.ListObjects(bucket, FILTER, ""),
                new BucketOperation.ListObjectsV2(bucket, FILTER, null, null, false),
                new BucketOperation.ListObjectVersions(bucket, FILTER, "", null),
                new BucketOperation.ListMultipartUploads(bucket, FILTER, "", null),
                new BucketOperation.DeleteObjects(bucket, false),
                new BucketOperation.CreateSession(bucket),
                new BucketOperation.PostObject(bucket),
                new BucketOperation.BucketPreflight(bucket, QUESTION));
    }

    private List<S3Operation> onObject() {
        CopySource source = new CopySource(bucket, KEY, null);
        return List.of(
                new ObjectOperation.GetObject(bucket, KEY, null, null, Map.of()),
                new ObjectOperation.HeadObject(bucket, KEY, null, null, Map.of()),
                new ObjectOperation.PutObject(bucket, KEY),
                new ObjectOperation.CopyObject(bucket, KEY, source),
                new ObjectOperation.DeleteObject(bucket, KEY, null, false),
                new ObjectOperation.GetObjectAttributes(bucket, KEY, null, Set.of(), 1000, 0),
                new ObjectOperation.CreateMultipartUpload(bucket, KEY),
                new ObjectOperation.UploadPart(bucket, KEY, upload, part),
                new ObjectOperation.UploadPartCopy(bucket, KEY, upload, part, source, null),
                new ObjectOperation.CompleteMultipartUpload(bucket, KEY, upload),
                new ObjectOperation.AbortMultipartUpload(bucket, KEY, upload),
                new ObjectOperation.ListParts(bucket, KEY, upload, 1000, 0),
                new ObjectOperation.PutObjectRetention(bucket, KEY, null, false),
                new ObjectOperation.RestoreObject(bucket, KEY, null),
                new ObjectOperation.SelectObjectContent(bucket, KEY),
                new ObjectOperation.GetObjectTorrent(bucket, KEY),
                new ObjectOperation.RenameObject(bucket, KEY, KEY),
                new ObjectOperation.ObjectPreflight(bucket, KEY, QUESTION));
    }
}
