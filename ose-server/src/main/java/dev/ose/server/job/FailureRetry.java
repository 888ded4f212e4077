package dev.ose.server.job;

import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.error.S3ErrorCode;
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
    private final CopyWalk sources;
    private final ObjectCopy copies;

    FailureRetry(JobStore store, ObjectDeletion deletion, UploadWalk uploads, CopyWalk sources, ObjectCopy copies) {
        this.store = store;
        this.deletion = deletion;
        this.uploads = uploads;
        this.sources = sources;
        this.copies = copies;
    }

    @Override
    public JobStep step(JobSite site, TenantJob job, JobPosition position) {
        long after = Objects.requireNonNull(position.retried(), "no failures are retried");
        List<JobFailure.Kept> kept = store.failures(job.id(), after, PAGE);
        if (kept.isEmpty()) {
            return JobStep.of(position.withoutFailures(), 0, List.of());
        }
        Map<Long, JobFailure> still = job.task() instanceof JobTask.Copy copy
                ? each(kept, failure -> copy(site, copy, failure))
                : delete(site, kept);
        List<Long> mended =
                new ArrayList<>(kept.stream().map(JobFailure.Kept::id).toList());
        mended.removeAll(new HashSet<>(still.keySet()));
        return new JobStep(position.afterFailure(kept.getLast().id()), mended.size(), List.of(), mended, still);
    }

    private Map<Long, JobFailure> delete(JobSite site, List<JobFailure.Kept> kept) {
        List<JobFailure.Kept> ofUploads =
                kept.stream().filter(it -> !it.failure().upload().isEmpty()).toList();
        List<JobFailure.Kept> ofObjects =
                kept.stream().filter(it -> it.failure().upload().isEmpty()).toList();
        Map<Long, JobFailure> still =
                each(ofUploads, failure -> uploads.abort(site, failure.key(), new UploadId(failure.upload())));
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

    private Optional<JobFailure> copy(JobSite site, JobTask.Copy task, JobFailure failure) {
        return sources.find(site, failure.key())
                .map(source -> copies.copy(site, task, source.key(), source.sizeBytes()))
                .orElseGet(() -> Optional.of(JobFailure.of(failure.key(), "", S3ErrorCode.NO_SUCH_KEY)));
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
