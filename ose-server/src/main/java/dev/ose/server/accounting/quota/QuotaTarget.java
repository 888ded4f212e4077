package dev.ose.server.accounting.quota;

import dev.ose.s3.PartNumber;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;

/** The target of a write. */
public sealed interface QuotaTarget {

    /** The bucket written to. */
    BucketId bucket();

    /** An object. */
    record OfObject(ObjectAddress object) implements QuotaTarget {

        @Override
        public BucketId bucket() {
            return object.bucket();
        }
    }

    /** A part of a multipart upload. */
    record OfPart(Upload upload, PartNumber number) implements QuotaTarget {

        @Override
        public BucketId bucket() {
            return upload.bucket();
        }
    }
}
