package dev.ose.server.job;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what a list shows, a page at a time. Where a bucket has versions, the position is always an entry that is
 * still there, or the end of a key: a platform that is asked to go on after a version that it does not have (Ceph 16.2)
 * leaves out the rest of its key. Confined to one thread.
 */
final class DeletionWalk implements Walk {

    private static final int PAGE = 1_000;

    private final JobRequests requests;
    private final ObjectDeletion deletion;
    private final PlatformDirectory platforms;

    /** Objects that the previous step deleted; if listed again there, they would be deleted endlessly. */
    private Set<Entry> gone = Set.of();

    DeletionWalk(JobRequests requests, ObjectDeletion deletion, PlatformDirectory platforms) {
        this.requests = requests;
        this.deletion = deletion;
        this.platforms = platforms;
    }

    @Override
    public JobStep step(JobSite site, TenantJob job, JobPosition position) {
        Page page = deletesVersions(job.task(), site.bucket())
                ? versions(site, job.task().prefix(), position)
                : objects(site, job.task().prefix(), position);
        List<JobFailure> failures = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        for (Entry entry : page.entries()) {
            if (gone.contains(entry)) {
                failures.add(JobFailure.of(entry.key(), version(entry), S3ErrorCode.OPERATION_ABORTED));
            } else {
                entries.add(entry);
            }
        }
        if (!entries.isEmpty()) {
            failures.addAll(deletion.delete(site, entries));
        }
        Set<Entry> left = failures.stream().map(DeletionWalk::entry).collect(Collectors.toSet());
        JobPosition next = page.isMore() ? after(position, page, left) : over(job.task());
        gone = new HashSet<>(page.entries());
        gone.removeAll(left);
        return JobStep.of(next, (long) page.entries().size() - failures.size(), failures);
    }

    /** Whether versions are deleted one by one; without any, a plain deletion is the same and cheaper to account. */
    private boolean deletesVersions(JobTask task, Bucket bucket) {
        boolean isAsked =
                switch (task) {
                    case JobTask.Emptying _ -> true;
                    case JobTask.Deletion deletion -> deletion.versions();
                    case JobTask.Copy _ -> throw new IllegalStateException("a copy deletes nothing");
                };
        return isAsked
                && bucket.mayHaveVersions()
                && platforms.get(bucket.endpoint()).offers(Capability.VERSIONING);
    }

    private record Page(List<Entry> entries, boolean isMore, boolean hasVersions) {}

    private Page versions(JobSite site, String prefix, JobPosition position) {
        Bucket bucket = site.bucket();
        ListingFilter filter = new ListingFilter(prefix, "", PAGE, EncodingType.URL);
        Decision.Allow allow =
                site.require(new BucketOperation.ListObjectVersions(bucket.name(), filter, position.key(), null));
        VersionsAnswer.@Nullable Marker after =
                position.key().isEmpty() ? null : new VersionsAnswer.Marker(position.key(), position.detail());
        VersionsAnswer answer = present(bucket, requests.listVersions(site.actor(bucket, allow), prefix, after, PAGE));
        List<Entry> entries = answer.entries().stream()
                .map(entry -> new Entry(entry.key(), new VersionId(entry.versionId()), null))
                .toList();
        return new Page(entries, answer.next() != null, true);
    }

    private Page objects(JobSite site, String prefix, JobPosition position) {
        Bucket bucket = site.bucket();
        ListingFilter filter = new ListingFilter(prefix, "", PAGE, EncodingType.URL);
        Decision.Allow allow = site.require(new BucketOperation.ListObjects(bucket.name(), filter, position.key()));
        ListingAnswer answer =
                present(bucket, requests.listObjects(site.actor(bucket, allow), prefix, position.key(), PAGE));
        List<Entry> entries = answer.entries().stream()
                .map(object -> new Entry(object.key(), null, null))
                .toList();
        return new Page(entries, answer.truncated() && !entries.isEmpty(), false);
    }

    static <T> T present(Bucket bucket, Optional<T> answer) {
        return answer.orElseThrow(() -> new FailureException(
                new Failure.NotFound("bucket", bucket.name().value())));
    }

    /** Behind the last entry that is left of the last key, else behind the key before it. */
    private static JobPosition after(JobPosition position, Page page, Set<Entry> left) {
        if (page.entries().isEmpty()) {
            return position;
        }
        ObjectKey last = page.entries().getLast().key();
        if (!page.hasVersions()) {
            return position.at(last.value(), "");
        }
        for (Entry entry : page.entries().reversed()) {
            if (!entry.key().equals(last)) {
                return position.at(entry.key().value(), "");
            }
            if (left.contains(entry)) {
                return position.at(last.value(), version(entry));
            }
        }
        return position;
    }

    private static JobPosition over(JobTask task) {
        return JobPosition.start(
                task.kind() == JobKind.EMPTY_BUCKET ? JobPosition.Stage.UPLOADS : JobPosition.Stage.OVER);
    }

    /** The subject of a failure. */
    static Entry entry(JobFailure failure) {
        return new Entry(failure.key(), VersionId.parse(failure.version()).orElse(null), null);
    }

    private static String version(Entry entry) {
        return entry.versionId() == null ? "" : entry.versionId().value();
    }
}
