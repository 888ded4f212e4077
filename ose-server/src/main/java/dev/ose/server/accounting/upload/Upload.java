package dev.ose.server.accounting.upload;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;

/** A multipart upload, as a client names it: whether the id is that of an upload to the key, the platform knows. */
public record Upload(BucketId bucket, ObjectKey key, UploadId id) {}
