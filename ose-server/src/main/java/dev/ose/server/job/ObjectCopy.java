package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.PlatformAnswer;
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
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.transfer.WholeResponse;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

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

    /** Copies the newest version; returns why it was not copied. Copying again overwrites the same. */
    Optional<JobFailure> copy(JobSite site, JobTask.Copy task, ObjectKey key, long sizeBytes) {
        Optional<ObjectKey> renamed = ObjectKey.parse(
                task.targetPrefix() + key.value().substring(task.prefix().length()));
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
                : reserve(site.actor(site.changed(), allow.get()), operation, sizeBytes);
    }

    private static Optional<JobFailure> failed(ObjectKey key, S3ErrorCode code) {
        return Optional.of(JobFailure.of(key, "", code));
    }

    private Optional<JobFailure> reserve(
            JobRequests.Actor actor, ObjectOperation.CopyObject operation, long sizeBytes) {
        ObjectAddress address = new ObjectAddress(actor.bucket().id(), operation.key());
        Reservation reservation;
        try {
            reservation =
                    Futures.await(quotas.reserve(new QuotaTarget.OfObject(address), StorageAmount.ofObject(sizeBytes)));
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.QuotaExceeded) {
                return failed(operation.source().key(), S3ErrorCode.QUOTA_EXCEEDED);
            }
            throw e;
        }
        boolean storedNothing = false;
        try {
            Intent intent = Futures.await(ledger.begin(address.bucket(), address.key()));
            Sent sent = send(actor, operation, intent, sizeBytes);
            storedNothing = sent.outcome() instanceof WriteOutcome.Refused;
            return sent.failure();
        } catch (FailureException e) {
            storedNothing = e.failure() instanceof Failure.PlatformUnreachable || e.failure() instanceof Failure.Busy;
            throw e;
        } finally {
            reservation.end(storedNothing);
        }
    }

    private record Sent(WriteOutcome outcome, Optional<JobFailure> failure) {}

    private Sent send(JobRequests.Actor actor, ObjectOperation.CopyObject operation, Intent intent, long sizeBytes) {
        WholeResponse response;
        try {
            response = requests.copy(actor, operation.source(), operation.key());
        } catch (RuntimeException e) {
            WriteOutcome outcome = Refusals.outcome(e);
            Futures.await(ledger.complete(intent, outcome));
            if (e instanceof FailureException lost && lost.failure() instanceof Failure.OutcomeUnknown) {
                return new Sent(outcome, failed(operation.source().key(), S3ErrorCode.INTERNAL_ERROR));
            }
            throw e;
        }
        WriteOutcome outcome = outcome(response, sizeBytes);
        Futures.await(ledger.complete(intent, outcome));
        if (outcome instanceof WriteOutcome.Refused || outcome instanceof WriteOutcome.Unknown) {
            return new Sent(
                    outcome,
                    Optional.of(Refusals.of(
                            actor.bucket(), response, operation.source().key(), "")));
        }
        noteVersions(actor.bucket(), response);
        return new Sent(outcome, Optional.empty());
    }

    /** An answer with status 200 may contain an error. */
    private WriteOutcome outcome(WholeResponse response, long sizeBytes) {
        if (response.status() >= 300) {
            return WriteOutcome.ofError(response.status());
        }
        return Optional.of(response)
                .filter(it -> !it.isTooLong())
                .flatMap(it -> PlatformAnswer.find(PlatformAnswer.Stored.class, it.body()))
                .map(stored -> stored(stored, response, sizeBytes))
                .orElseGet(WriteOutcome.Unknown::new);
    }

    private WriteOutcome stored(PlatformAnswer.Stored stored, WholeResponse response, long sizeBytes) {
        return stored.tag() == null
                ? new WriteOutcome.Changed()
                : new WriteOutcome.Assumed(new ObjectFacts(
                        sizeBytes,
                        stored.tag().value(),
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        response.header("x-amz-version-id").orElse(null)));
    }

    private void noteVersions(Bucket bucket, WholeResponse response) {
        String version = response.header("x-amz-version-id").orElse(null);
        if (OlderVersion.isId(version) && !bucket.mayHaveVersions()) {
            buckets.observeVersions(bucket.id());
        }
    }
}
