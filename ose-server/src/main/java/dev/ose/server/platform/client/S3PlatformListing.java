package dev.ose.server.platform.client;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ListedObject;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.PlatformListing;
import dev.ose.server.sync.PlatformObject;
import java.util.Optional;

/**
 * Lists with the key of the bucket's owner: all versions if there may be older ones; otherwise by version 1 of {@code
 * ListObjects}, which all platforms have and which continues from a key, not from a token, which may not survive a
 * restart.
 */
public final class S3PlatformListing implements PlatformListing {

    private final BucketOwners owners;
    private final PlatformClient client;

    public S3PlatformListing(BucketOwners owners, PlatformClient client) {
        this.owners = owners;
        this.client = client;
    }

    @Override
    public Optional<ListedPage> list(BucketId bucket, String after) {
        return owners.find(bucket)
                .flatMap(owner -> VersionEntries.areToBeAsked(client, owner)
                        ? new VersionListing(client).list(owner, after)
                        : ask(owner, after));
    }

    private Optional<ListedPage> ask(BucketOwner owner, String after) {
        String marker = after.isEmpty() ? "" : "&marker=" + UriEncoding.encodeQuery(after);
        return client.listObjects(owner, 1000, marker, Purpose.COMPARE_BUCKET)
                .map(listing -> new ListedPage(
                        listing.entries().stream()
                                .map(S3PlatformListing::listed)
                                .toList(),
                        listing.truncated()));
    }

    private static PlatformObject listed(ListedObject entry) {
        return new PlatformObject(
                entry.key(), new ObjectFacts(entry.sizeBytes(), entry.tag().value(), entry.lastModified(), null));
    }
}
