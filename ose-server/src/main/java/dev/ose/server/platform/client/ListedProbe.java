package dev.ose.server.platform.client;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks for an object itself, and where the platform refuses to tell of it for its line in the bucket's listing: an
 * object under its client's own encryption key cannot be looked at without that key (400), one that a policy keeps from
 * the bucket's owner not by the owner (403), yet both are listed.
 *
 * <p>A line of a listing is as good as an answer to HEAD, if the platform lists what is there, as S3 does, and if the
 * key was not written meanwhile, which the caller ensures for both alike. But it does not tell the version; so a bucket
 * that ever had versions is left refused. Whether it had is asked after the listing: no bucket becomes one that never
 * had.
 */
public final class ListedProbe implements ObjectProbe {

    private final ObjectProbe objects;
    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;
    private final VersioningSetting versioning;

    /**
     * Makes a probe.
     *
     * @param objects asks for objects themselves
     * @param buffers lends a buffer; called on I/O threads
     */
    public ListedProbe(
            ObjectProbe objects,
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            Supplier<PooledBuffer> buffers) {
        this.objects = objects;
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
        this.versioning = new VersioningSetting(platforms, questions, buffers);
    }

    @Override
    public KeyContent probe(BucketId bucket, ObjectKey key) {
        try {
            return objects.probe(bucket, key);
        } catch (FailureException e) {
            if (!(e.failure() instanceof Failure.PlatformRefused refused)) {
                throw e;
            }
            return KeyContent.of(owners.find(bucket).flatMap(owner -> list(owner, key, refused)));
        }
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return objects.endpoint(bucket);
    }

    private Optional<ObjectFacts> list(BucketOwner owner, ObjectKey key, Failure.PlatformRefused refused) {
        // Of all keys that begin with this one it is the first.
        Optional<byte[]> listing =
                ask(owner, "encoding-type=url&max-keys=1&prefix=" + UriEncoding.encodeQuery(key.value()));
        if (listing.isEmpty()) {
            return Optional.empty();
        }
        Optional<ObjectFacts> facts = find(owner, key, listing.get());
        // One that is gone would not have been refused but be missing: the listing may be a moment behind.
        if (facts.isEmpty() || versioning.mayHaveVersions(owner)) {
            throw new FailureException(refused);
        }
        return facts;
    }

    /** Blocks for the question; empty if the bucket is gone. */
    private Optional<byte[]> ask(BucketOwner owner, String query) {
        Platform platform = platform(owner);
        return questions.askAndWait(
                owner.question(platform, "GET", '/' + owner.bucket().value(), query, "VerifyObject"),
                new RefusableDocument(platform, buffers, PlatformAnswer.MAX_BYTES));
    }

    private Optional<ObjectFacts> find(BucketOwner owner, ObjectKey key, byte[] listing) {
        try {
            return ListingAnswer.read(listing).entries().stream()
                    .filter(entry -> entry.key().equals(key))
                    .findFirst()
                    .map(ListedProbe::facts);
        } catch (MalformedXmlException e) {
            throw unreachable(owner);
        }
    }

    /** With the time as HEAD tells it. */
    private static ObjectFacts facts(ListedObject entry) {
        return new ObjectFacts(
                entry.sizeBytes(), entry.tag().value(), entry.lastModified().truncatedTo(ChronoUnit.SECONDS), null);
    }

    private FailureException unreachable(BucketOwner owner) {
        return new FailureException(
                new Failure.PlatformUnreachable(platform(owner).name()));
    }

    private Platform platform(BucketOwner owner) {
        return platforms.get(owner.endpoint());
    }
}
