package dev.ose.server.platform.client;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.PlatformListing;
import dev.ose.server.sync.PlatformObject;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lists with the key of the bucket's owner: all versions if there may be older ones; otherwise by version 1 of {@code
 * ListObjects}, which all platforms have and which continues from a key, not from a token, which may not survive a
 * restart.
 */
public final class S3PlatformListing implements PlatformListing {

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;
    private final VersionPages pages;

    /**
     * @param buffers lends a buffer; called on I/O threads
     */
    public S3PlatformListing(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
        this.pages = new VersionPages(platforms, questions, buffers);
    }

    @Override
    public Optional<ListedPage> list(BucketId bucket, String after) {
        return owners.find(bucket)
                .flatMap(owner ->
                        pages.areToBeAsked(owner) ? new VersionListing(pages).list(owner, after) : ask(owner, after));
    }

    private Optional<ListedPage> ask(BucketOwner owner, String after) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value();
        String query = "encoding-type=url&max-keys=1000"
                + (after.isEmpty() ? "" : "&marker=" + UriEncoding.encodeQuery(after));
        return questions
                .askAndWait(
                        owner.question(platform, "GET", path, query, "CompareBucket"),
                        new FoundDocument(platform, buffers, PlatformAnswer.MAX_BYTES))
                .map(body -> page(platform, body));
    }

    private static ListedPage page(Platform platform, byte[] body) {
        try {
            ListingAnswer listing = ListingAnswer.read(body);
            return new ListedPage(
                    listing.entries().stream().map(S3PlatformListing::listed).toList(), listing.truncated());
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformUnreachable(platform.name()));
        }
    }

    private static PlatformObject listed(ListedObject entry) {
        return new PlatformObject(
                entry.key(), new ObjectFacts(entry.sizeBytes(), entry.tag().value(), entry.lastModified(), null));
    }
}
