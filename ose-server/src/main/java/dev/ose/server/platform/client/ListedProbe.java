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
 * Probes an object by HEAD and, if the platform refuses that, by its entry in the bucket's listing: HEAD needs the key
 * of an object encrypted with SSE-C (400), and a policy may deny it to the bucket's owner (403), yet both objects are
 * listed.
 *
 * <p>A listing is equivalent to HEAD if the platform lists consistently, as S3 does, and the key was not written
 * meanwhile, which the caller ensures for both. But it lacks the version, so the refusal stands for a bucket that ever
 * had versioning. That is checked after the listing: once enabled, it stays so.
 */
public final class ListedProbe implements ObjectProbe {

    private final ObjectProbe objects;
    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;
    private final VersioningSetting versioning;

    /**
     * @param objects probes by HEAD
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
        // The key is the first among those with this prefix.
        Optional<byte[]> listing =
                ask(owner, "encoding-type=url&max-keys=1&prefix=" + UriEncoding.encodeQuery(key.value()));
        if (listing.isEmpty()) {
            return Optional.empty();
        }
        Optional<ObjectFacts> facts = find(owner, key, listing.get());
        // A deleted object would not have been refused: the listing may be outdated.
        if (facts.isEmpty() || versioning.mayHaveVersions(owner)) {
            throw new FailureException(refused);
        }
        return facts;
    }

    /** Blocks for one request; empty if the bucket has been deleted. */
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

    /** With the time in seconds, as in HEAD. */
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
