package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.FailedDelete;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.DeletionOutcomes;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.WholeResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Deletes some objects of a bucket as a client's multi-object delete does. Blocks. Thread-safe. */
final class ObjectDeletion {

    private static final String OPERATION = "DeleteObjects";
    private static final int REFUSED = 300;

    /** An object that is absent already need not be deleted. */
    private static final Set<String> GONE = Set.of("NoSuchKey", "NoSuchVersion");

    private final ObjectLedger ledger;
    private final JobRequests requests;
    private final PlatformDirectory platforms;

    ObjectDeletion(JobParts parts) {
        this.ledger = parts.ledger();
        this.requests = parts.requests();
        this.platforms = parts.platforms();
    }

    /** Deletes up to a thousand; returns those that were not deleted. Deleting again is harmless. */
    List<JobFailure> delete(JobSite site, List<DeleteRequest.Entry> entries) {
        Bucket bucket = site.bucket();
        BucketOperation.DeleteObjects operation = new BucketOperation.DeleteObjects(bucket.name(), false);
        Decision.Allow allow = site.require(operation);
        Platform platform = platforms.get(bucket.endpoint());
        List<JobFailure> failures = new ArrayList<>();
        List<DeleteRequest.Entry> rest = new ArrayList<>();
        for (DeleteRequest.Entry entry : entries) {
            if (!KeySafety.isSafe(entry.key(), platform)) {
                failures.add(JobFailure.of(entry.key(), version(entry), S3ErrorCode.INVALID_URI));
            } else if (allow.permitsDelete(operation, entry.key(), entry.versionId())) {
                rest.add(entry);
            } else {
                failures.add(JobFailure.of(entry.key(), version(entry), S3ErrorCode.ACCESS_DENIED));
            }
        }
        if (!rest.isEmpty()) {
            PlatformAnswer.Deleted answer = send(site.actor(bucket, allow), new DeleteRequest(rest, false));
            failures.addAll(failures(rest, answer));
        }
        return failures;
    }

    private static String version(DeleteRequest.Entry entry) {
        return entry.versionId() == null ? "" : entry.versionId().value();
    }

    private PlatformAnswer.Deleted send(JobRequests.Actor actor, DeleteRequest request) {
        Bucket bucket = actor.bucket();
        DeletionOutcomes outcomes = new DeletionOutcomes(request, bucket.mayHaveVersions());
        WholeResponse response = new AwaitedWrite(ledger, bucket.id(), OPERATION)
                .sendAll(outcomes.keys(), () -> requests.delete(actor, request), answer -> outcomes(outcomes, answer));
        if (response.status() >= REFUSED) {
            throw Refusals.of(bucket, response);
        }
        return read(response).orElseThrow(() -> new FailureException(new Failure.OutcomeUnknown(OPERATION)));
    }

    private static Function<ObjectKey, WriteOutcome> outcomes(DeletionOutcomes outcomes, WholeResponse response) {
        if (response.status() >= REFUSED) {
            return _ -> WriteOutcome.ofError(response.status());
        }
        Map<ObjectKey, WriteOutcome> answered = read(response).map(outcomes::of).orElse(Map.of());
        return key -> answered.getOrDefault(key, new WriteOutcome.Unknown());
    }

    private static Optional<PlatformAnswer.Deleted> read(WholeResponse response) {
        return response.isTooLong()
                ? Optional.empty()
                : PlatformAnswer.find(PlatformAnswer.Deleted.class, response.body());
    }

    /** Those of which the platform says that they failed, and those of which it says nothing. */
    private static List<JobFailure> failures(List<DeleteRequest.Entry> asked, PlatformAnswer.Deleted answer) {
        List<JobFailure> failures = new ArrayList<>();
        Set<ObjectKey> answered =
                answer.deleted().stream().map(DeletedObject::key).collect(Collectors.toSet());
        for (FailedDelete failed : answer.failed()) {
            answered.add(failed.key());
            if (!GONE.contains(failed.code())) {
                S3ErrorCode code = S3ErrorCode.find(failed.code()).orElse(S3ErrorCode.INTERNAL_ERROR);
                asked.stream()
                        .filter(entry -> isAbout(failed, entry))
                        .map(entry -> JobFailure.of(entry.key(), version(entry), code))
                        .forEach(failures::add);
            }
        }
        for (DeleteRequest.Entry entry : asked) {
            if (!answered.contains(entry.key())) {
                failures.add(JobFailure.of(entry.key(), version(entry), S3ErrorCode.INTERNAL_ERROR));
            }
        }
        return failures;
    }

    /** A failure without a version is about all versions of its key that were asked for. */
    private static boolean isAbout(FailedDelete failed, DeleteRequest.Entry entry) {
        return failed.key().equals(entry.key())
                && (failed.versionId() == null || failed.versionId().equals(entry.versionId()));
    }
}
