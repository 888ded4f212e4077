package dev.ose.server.job;

import dev.ose.adapter.Capability;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.access.Decision;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaTarget;
import dev.ose.server.accounting.quota.Reservation;
import dev.ose.server.accounting.quota.StorageAmount;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.StoredAnswer;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.transfer.WholeResponse;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Copies one object as a client's copy does: within its user's rights and all quotas. Blocks. Thread-safe. */
final class ObjectCopy {

    private final ObjectLedger ledger;
    private final JobRequests requests;
    private final QuotaService quotas;
    private final BucketStore buckets;
    private final PlatformDirectory platforms;
    private final Clock clock;

    ObjectCopy(JobParts parts) {
        this.ledger = parts.ledger();
        this.requests = parts.requests();
        this.quotas = parts.quotas();
        this.buckets = parts.buckets();
        this.platforms = parts.platforms();
        this.clock = parts.clock();
    }

    /**
     * Copies the newest version, if it still is the listed one or the platform decides no copies on conditions; returns
     * why it was not copied. Copying again overwrites the same.
     */
    Optional<JobFailure> copy(JobSite site, JobTask.Copy task, ListedObject source) {
        ObjectKey key = source.key();
        Optional<ObjectKey> renamed = task.renamed(key);
        if (renamed.isEmpty()) {
            return failed(key, S3ErrorCode.KEY_TOO_LONG_ERROR);
        }
        ObjectOperation.CopyObject operation =
                new ObjectOperation.CopyObject(task.target(), renamed.get(), new CopySource(task.bucket(), key, null));
        try {
            KeySafety.check(key, platforms.get(site.bucket().endpoint()));
            KeySafety.check(operation.key(), platforms.get(site.changed().endpoint()));
        } catch (S3ErrorException unsafe) {
            return failed(key, S3ErrorCode.INVALID_URI);
        }
        Optional<Decision.Allow> allow = site.permission(operation).filter(Decision.Allow::permitsKeptTags);
        return allow.isEmpty()
                ? failed(key, S3ErrorCode.ACCESS_DENIED)
                : reserve(
                        site.actor(site.changed(), allow.get()),
                        new Request(operation, source.sizeBytes(), condition(site, source)));
    }

    /** The entity tag that the source must have, if the platform can compare it. */
    private @Nullable ETag condition(JobSite site, ListedObject source) {
        return platforms.get(site.bucket().endpoint()).offers(Capability.COPY_SOURCE_CONDITIONS) ? source.tag() : null;
    }

    /**
     * A permitted copy.
     *
     * @param ifMatch the entity tag that the source must have; null for any
     */
    record Request(
            ObjectOperation.CopyObject operation,
            long sizeBytes,
            @Nullable ETag ifMatch) {}

    private static Optional<JobFailure> failed(ObjectKey key, S3ErrorCode code) {
        return Optional.of(JobFailure.of(key, "", code));
    }

    /** The permitted copy, if the quotas have room for it; room that it did not take is given back. */
    Optional<JobFailure> reserve(JobRequests.Actor actor, Request copy) {
        ObjectOperation.CopyObject operation = copy.operation();
        ObjectAddress address = new ObjectAddress(actor.bucket().id(), operation.key());
        Reservation reservation;
        try {
            reservation = Futures.await(
                    quotas.reserve(new QuotaTarget.OfObject(address), StorageAmount.ofObject(copy.sizeBytes())));
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.QuotaExceeded) {
                return failed(operation.source().key(), S3ErrorCode.QUOTA_EXCEEDED);
            }
            throw e;
        }
        AwaitedWrite write = new AwaitedWrite(ledger, address.bucket(), operation.name());
        try {
            return send(write, actor, copy);
        } finally {
            reservation.end(write.hasStoredNothing());
        }
    }

    private Optional<JobFailure> send(AwaitedWrite write, JobRequests.Actor actor, Request copy) {
        ObjectKey source = copy.operation().source().key();
        ObjectKey target = copy.operation().key();
        Optional<Answered> answered = write.send(target, () -> answer(actor, copy), answer -> answer.map(
                        it -> it.read().outcome(OptionalLong.of(copy.sizeBytes()), Optional.empty(), clock))
                .orElseGet(WriteOutcome.Unknown::new));
        if (answered.isEmpty()) {
            return failed(source, S3ErrorCode.INTERNAL_ERROR);
        }
        if (!answered.get().read().isStored()) {
            return Optional.of(Refusals.of(actor.bucket(), answered.get().response(), source, ""));
        }
        noteVersions(actor.bucket(), answered.get().read().versionId());
        return Optional.empty();
    }

    /** The platform's answer, and what it says of the copy. */
    private record Answered(WholeResponse response, StoredAnswer read) {

        static Answered of(WholeResponse response) {
            return new Answered(
                    response,
                    StoredAnswer.read(
                            response.status(),
                            response.header("x-amz-version-id").orElse(null),
                            response.isTooLong() ? new byte[0] : response.body()));
        }
    }

    /** The platform's answer; empty if it is lost, which concerns this object alone. */
    private Optional<Answered> answer(JobRequests.Actor actor, Request copy) {
        try {
            return Optional.of(Answered.of(requests.copy(
                    actor,
                    copy.operation().source(),
                    copy.ifMatch(),
                    copy.operation().key())));
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.OutcomeUnknown) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void noteVersions(Bucket bucket, @Nullable String version) {
        if (OlderVersion.isId(version) && !bucket.mayHaveVersions()) {
            buckets.observeVersions(bucket.id());
        }
    }
}
