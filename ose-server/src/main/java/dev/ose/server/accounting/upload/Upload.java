package dev.ose.server.accounting.upload;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;

/** A multipart upload as named by a client: only the platform knows whether the id belongs to an upload of the key. */
public record Upload(BucketId bucket, ObjectKey key, UploadId id) {}
