package dev.ose.server.admin.access.link;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.server.bucket.BucketId;
import org.jspecify.annotations.Nullable;

/**
 * The object of a link.
 *
 * @param bucketId the bucket when the link was created: one that is created again under its name is another
 * @param version null for the current one at each use
 */
public record LinkedObject(
        BucketId bucketId,
        BucketName bucket,
        ObjectKey key,
        @Nullable VersionId version) {

    /** The part of the key behind the last slash, or the key if nothing is there. */
    public FileName fileName() {
        String name = key.value().substring(key.value().lastIndexOf('/') + 1);
        return new FileName(name.isEmpty() ? key.value() : name);
    }
}
