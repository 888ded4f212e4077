package dev.ose.server.platform.client;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.UploadListing;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists uploads by <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html">ListMultipartUploads</a> with
 * the key of the bucket's owner.
 */
public final class S3UploadListing implements UploadListing {

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /** @param buffers lends a buffer; called on I/O threads */
    public S3UploadListing(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public Optional<Page> list(BucketId bucket, @Nullable Position after) {
        return owners.find(bucket).flatMap(owner -> ask(owner, after)).map(answer -> page(bucket, answer));
    }

    private Optional<UploadsAnswer> ask(BucketOwner owner, @Nullable Position after) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value();
        String query = "uploads&encoding-type=url&max-uploads=1000" + (after == null ? "" : behind(after));
        return questions
                .askAndWait(
                        owner.question(platform, "GET", path, query, "CompareUploads"),
                        new RefusableDocument(platform, buffers, PlatformAnswer.MAX_BYTES))
                .map(body -> read(platform, body));
    }

    private static String behind(Position after) {
        String key = "&key-marker=" + UriEncoding.encodeQuery(after.key());
        return after.uploadId().isEmpty()
                ? key
                : key + "&upload-id-marker=" + UriEncoding.encodeQuery(after.uploadId());
    }

    private static UploadsAnswer read(Platform platform, byte[] body) {
        try {
            return UploadsAnswer.read(body);
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        }
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
