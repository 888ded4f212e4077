package dev.ose.server.upload;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.bucket.BucketId;
import java.util.Comparator;

/** A multipart upload. Ordered by bucket and id: the order in which rows are locked. */
public record Upload(BucketId bucket, ObjectKey key, UploadId id) implements Comparable<Upload> {

    private static final Comparator<Upload> ORDER = Comparator.<Upload>comparingLong(
                    upload -> upload.bucket().value())
            .thenComparing(upload -> upload.id().value());

    @Override
    public int compareTo(Upload other) {
        return ORDER.compare(this, other);
    }
}
