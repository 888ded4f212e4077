package dev.ose.server.platform.client;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Probes by HEAD with the key of the bucket's owner. */
public final class PlatformProbe implements ObjectProbe {

    private final BucketOwners owners;
    private final PlatformClient client;
    private final Clock clock;

    public PlatformProbe(BucketOwners owners, PlatformClient client, Clock clock) {
        this.owners = owners;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public KeyContent probe(BucketId bucket, ObjectKey key) {
        // A deleted bucket has no objects.
        return KeyContent.of(owners.find(bucket).flatMap(owner -> ask(owner, key)));
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return owners.find(bucket).<Object>map(BucketOwner::endpoint).orElse(bucket);
    }

    private Optional<ObjectFacts> ask(BucketOwner owner, ObjectKey key) {
        return client.headObject(owner, key, Purpose.VERIFY_OBJECT)
                .map(head -> facts(head).orElseThrow(head.response()::unreachable));
    }

    private Optional<ObjectFacts> facts(ObjectHead head) {
        return head.tag().flatMap(tag -> head.sizeBytes()
                .map(bytes -> new ObjectFacts(
                        bytes,
                        tag.value(),
                        head.lastModified().orElseGet(() -> clock.instant().truncatedTo(ChronoUnit.SECONDS)),
                        head.versionId().orElse(null))));
    }
}
