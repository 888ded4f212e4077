package dev.ose.server.bucket.logging;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.Reservation;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Writes batches as objects, as a client's objects are written: within the quotas, and with an intent in the ledger
 * before the platform shows them, so that listings, usage and events have them. Thread-safe.
 */
public final class LogWriter {

    private final BucketDirectory buckets;
    private final BucketOwners owners;
    private final Ids ids;
    private final QuotaService quotas;
    private final ObjectLedger ledger;
    private final LogUpload upload;
    private final Clock clock;
    private final RandomGenerator random;

    public LogWriter(
            BucketDirectory buckets,
            BucketOwners owners,
            Ids ids,
            QuotaService quotas,
            ObjectLedger ledger,
            LogUpload upload,
            Clock clock,
            RandomGenerator random) {
        this.buckets = buckets;
        this.owners = owners;
        this.ids = ids;
        this.quotas = quotas;
        this.ledger = ledger;
        this.upload = upload;
        this.clock = clock;
        this.random = random;
    }

    /** Finds the canonical ids of users. */
    @FunctionalInterface
    public interface Ids {

        /** The id of a tenant's user; empty if the user is gone. Blocks on the database. */
        Optional<CanonicalId> find(TenantId tenant, UserId user);
    }

    /** A batch that is to become an object of that name. */
    record Delivery(AccessLogBatch batch, Bucket target, ObjectKey key, CanonicalId owner) {}

    /**
     * Looks up what a delivery needs; empty if there is no target any more that the owner of the log's bucket owns.
     * Blocks on the database, and throws {@code FailureException} if it is unavailable.
     */
    Optional<Delivery> prepare(AccessLogBatch batch) {
        AccessLogBatch.Subject subject = batch.subject();
        UserId user = ownerOf(subject);
        Optional<Bucket> target = Futures.await(
                        buckets.find(subject.tenant(), subject.logging().target()))
                .filter(found -> found.owner().equals(user));
        Optional<CanonicalId> owner = ids.find(subject.tenant(), user);
        return target.isEmpty() || owner.isEmpty()
                ? Optional.empty()
                : Optional.of(new Delivery(
                        batch,
                        target.get(),
                        LogObjectKey.of(subject, owner.get(), clock.instant(), random),
                        owner.get()));
    }

    /** The present owner, since the bucket may have been transferred meanwhile; the last one of a deleted bucket. */
    private UserId ownerOf(AccessLogBatch.Subject subject) {
        return Futures.await(buckets.find(subject.tenant(), subject.name()))
                .filter(found -> found.id().equals(subject.bucket()))
                .map(Bucket::owner)
                .orElse(subject.owner());
    }

    /**
     * Writes the object. Blocks, and throws {@code FailureException} if the ledger, the quota or the database does not
     * allow it now.
     *
     * @return what became of it; {@code Refused} also if the bucket is gone
     */
    WriteOutcome write(Delivery delivery) {
        Optional<BucketOwner> owner = owners.find(delivery.target().id());
        if (owner.isEmpty()) {
            return new WriteOutcome.Refused();
        }
        byte[] content = delivery.batch().content(delivery.owner().value());
        ObjectAddress object = new ObjectAddress(delivery.target().id(), delivery.key());
        Reservation room =
                Futures.await(quotas.reserve(new QuotaTarget.OfObject(object), StorageAmount.ofObject(content.length)));
        boolean isStored = false;
        try {
            WriteOutcome outcome = track(object, owner.get(), content);
            isStored = !(outcome instanceof WriteOutcome.Refused);
            return outcome;
        } finally {
            room.end(!isStored);
        }
    }

    private WriteOutcome track(ObjectAddress object, BucketOwner owner, byte[] content) {
        Intent intent = Futures.await(ledger.begin(object.bucket(), object.key()));
        WriteOutcome outcome = new WriteOutcome.Unknown();
        try {
            outcome = upload.put(owner, object.key(), content);
            return outcome;
        } catch (FailureException unsent) {
            outcome = new WriteOutcome.Refused();
            throw unsent;
        } finally {
            // If it cannot be made durable the intent stays, and the key is verified later.
            var _ = ledger.complete(intent, outcome).exceptionally(_ -> null).join();
        }
    }
}
