package dev.ose.server.platform.client;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.sync.UploadListing;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists uploads by <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html">ListMultipartUploads</a> with
 * the key of the bucket's owner.
 */
public final class S3UploadListing implements UploadListing {

    private final BucketOwners owners;
    private final PlatformClient client;

    public S3UploadListing(BucketOwners owners, PlatformClient client) {
        this.owners = owners;
        this.client = client;
    }

    @Override
    public Optional<Page> list(BucketId bucket, @Nullable Position after) {
        String marker = after == null ? "" : behind(after);
        return owners.find(bucket)
                .flatMap(owner -> client.listMultipartUploads(owner, marker, Purpose.COMPARE_UPLOADS))
                .map(answer -> page(bucket, answer));
    }

    private static String behind(Position after) {
        String key = "&key-marker=" + UriEncoding.encodeQuery(after.key());
        return after.uploadId().isEmpty()
                ? key
                : key + "&upload-id-marker=" + UriEncoding.encodeQuery(after.uploadId());
    }

    private static Page page(BucketId bucket, UploadsAnswer answer) {
        UploadsAnswer.@Nullable Marker next = answer.next();
        return new Page(
                answer.entries().stream()
                        .map(entry -> new Upload(bucket, entry.key(), entry.id()))
                        .toList(),
                next == null ? null : new Position(next.key(), next.uploadId()));
    }
}
