package dev.ose.server.platform.client;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

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
    private final PlatformClient client;

    /** @param objects asks for objects themselves */
    public ListedProbe(ObjectProbe objects, BucketOwners owners, PlatformClient client) {
        this.objects = objects;
        this.owners = owners;
        this.client = client;
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
        // The key sorts before all others that start with it.
        String prefix = "&prefix=" + UriEncoding.encodeQuery(key.value());
        Optional<ListingAnswer> listing = client.listObjects(owner, 1, prefix, Purpose.VERIFY_OBJECT);
        if (listing.isEmpty()) {
            return Optional.empty();
        }
        Optional<ObjectFacts> facts = listing.get().entries().stream()
                .filter(entry -> entry.key().equals(key))
                .findFirst()
                .map(ListedProbe::facts);
        // One that is gone would not have been refused but be missing: the listing may be a moment behind.
        if (facts.isEmpty() || client.mayHaveVersions(owner)) {
            throw new FailureException(refused);
        }
        return facts;
    }

    /** With the time as HEAD reports it. */
    private static ObjectFacts facts(ListedObject entry) {
        return new ObjectFacts(
                entry.sizeBytes(), entry.tag().value(), entry.lastModified().truncatedTo(ChronoUnit.SECONDS), null);
    }
}
