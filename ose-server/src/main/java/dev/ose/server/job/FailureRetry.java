package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListedObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tries what a job could not do once more, some failures at a time. */
final class FailureRetry implements Walk {

    private static final int PAGE = 500;

    private final JobStore store;
    private final ObjectDeletion deletion;
    private final UploadWalk uploads;
    private final ObjectPages objects;
    private final ObjectTransfer transfer;

    FailureRetry(
            JobStore store, ObjectDeletion deletion, UploadWalk uploads, ObjectPages objects, ObjectTransfer transfer) {
        this.store = store;
        this.deletion = deletion;
        this.uploads = uploads;
        this.objects = objects;
        this.transfer = transfer;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        long after = Objects.requireNonNull(position.retried(), "no failures are retried");
        List<JobFailure.Kept> kept = store.failures(claim.id(), after, PAGE);
        if (kept.isEmpty()) {
            return JobStep.of(position.withoutFailures(), 0, List.of());
        }
        Map<Long, JobFailure> still =
                claim.task() instanceof JobTask.Copy copy ? copy(site, copy, kept) : delete(site, claim.task(), kept);
        List<Long> mended =
                new ArrayList<>(kept.stream().map(JobFailure.Kept::id).toList());
        mended.removeAll(new HashSet<>(still.keySet()));
        return new JobStep(position.afterFailure(kept.getLast().id()), mended.size(), List.of(), mended, still);
    }

    private Map<Long, JobFailure> delete(JobSite site, JobTask task, List<JobFailure.Kept> kept) {
        List<JobFailure.Kept> ofUploads =
                kept.stream().filter(it -> !it.failure().upload().isEmpty()).toList();
        List<JobFailure.Kept> ofObjects =
                kept.stream().filter(it -> it.failure().upload().isEmpty()).toList();
        Map<Long, JobFailure> still =
                each(ofUploads, failure -> uploads.abort(site, failure.key(), new UploadId(failure.upload())));
        if (task instanceof JobTask.Restoration) {
            // Without the id of a marker this would delete the object that the job was to restore.
            ofObjects.stream()
                    .filter(it -> it.failure().version().isEmpty())
                    .forEach(it -> still.put(it.id(), it.failure()));
            ofObjects = ofObjects.stream()
                    .filter(it -> !it.failure().version().isEmpty())
                    .toList();
        }
        if (!ofObjects.isEmpty()) {
            Map<DeleteRequest.Entry, JobFailure> failures =
                    deletion
                            .delete(
                                    site,
                                    ofObjects.stream()
                                            .map(it -> DeletionWalk.entry(it.failure()))
                                            .toList())
                            .stream()
                            .collect(Collectors.toMap(DeletionWalk::entry, it -> it, (first, _) -> first));
            for (JobFailure.Kept each : ofObjects) {
                Optional.ofNullable(failures.get(DeletionWalk.entry(each.failure())))
                        .ifPresent(failure -> still.put(each.id(), failure));
            }
        }
        return still;
    }

    private Map<Long, JobFailure> copy(JobSite site, JobTask.Copy task, List<JobFailure.Kept> kept) {
        List<Optional<ListedObject>> found =
                Parallel.each(kept, it -> objects.find(site, it.failure().key()));
        Map<ObjectKey, JobFailure> failures = new HashMap<>();
        kept.forEach(it ->
                failures.put(it.failure().key(), JobFailure.absent(it.failure().key())));
        List<ListedObject> present =
                found.stream().flatMap(Optional::stream).distinct().toList();
        present.forEach(object -> failures.remove(object.key()));
        transfer.transfer(site, task, present).forEach(failure -> failures.put(failure.key(), failure));
        Map<Long, JobFailure> still = new HashMap<>();
        for (JobFailure.Kept each : kept) {
            Optional.ofNullable(failures.get(each.failure().key())).ifPresent(it -> still.put(each.id(), it));
        }
        return still;
    }

    /** Works on one failure. */
    @FunctionalInterface
    private interface Attempt {
        Optional<JobFailure> again(JobFailure failure);
    }

    /** The failures that remain, by their ids. */
    private static Map<Long, JobFailure> each(List<JobFailure.Kept> kept, Attempt attempt) {
        List<Optional<JobFailure>> ended = Parallel.each(kept, it -> attempt.again(it.failure()));
        Map<Long, JobFailure> still = new HashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            long id = kept.get(i).id();
            ended.get(i).ifPresent(failure -> still.put(id, failure));
        }
        return still;
    }
}
