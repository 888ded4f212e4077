package dev.ose.server.upstream;

import dev.ose.s3.UriEncoding;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.PlatformListing;
import dev.ose.server.tenancy.Platform;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.PlatformQuestions;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lists with the key of the bucket's owner. By the first version of {@code ListObjects}, which all platforms have, and from
 * a key rather than from a platform's own mark, which may not outlive a restart.
 */
public final class S3PlatformListing implements PlatformListing {

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformQuestions questions;
    private final Supplier<PooledBuffer> buffers;

    /**
     * Makes a listing.
     *
     * @param buffers lends a buffer; called on I/O threads
     */
    public S3PlatformListing(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformQuestions questions,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public Optional<ListedPage> list(BucketId bucket, String after) {
        return owners.find(bucket).flatMap(owner -> ask(owner, after));
    }

    private Optional<ListedPage> ask(BucketOwner owner, String after) {
        Platform platform = platforms.get(owner.platform());
        String path = '/' + owner.bucket().value();
        String query = "encoding-type=url&max-keys=1000"
                + (after.isEmpty() ? "" : "&marker=" + UriEncoding.encodeQuery(after));
        return questions.askAndWait(
                PlatformRequest.question(platform, owner.key(), "GET", path, query, "CompareBucket"),
                new ListedPageAnswer(platform, buffers));
    }
}
