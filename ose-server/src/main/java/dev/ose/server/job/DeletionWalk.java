package dev.ose.server.job;

import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.error.S3ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deletes what a list shows, a page at a time. Where a bucket has versions, the position is always an entry that is
 * still there, or the end of a key: a platform that is asked to go on after a version that it does not have (Ceph 16.2)
 * leaves out the rest of its key. Confined to one thread.
 */
final class DeletionWalk implements Walk {

    private final DeletionPages pages;
    private final ObjectDeletion deletion;

    /** Objects that the previous step deleted; if listed again there, they would be deleted endlessly. */
    private Set<Entry> gone = Set.of();

    DeletionWalk(DeletionPages pages, ObjectDeletion deletion) {
        this.pages = pages;
        this.deletion = deletion;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        return step(site, claim.task(), position);
    }

    JobStep step(JobSite site, JobTask task, JobPosition position) {
        DeletionPages.Page page = pages.read(site, task, position);
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
        JobPosition next = page.isMore() ? after(position, page, left) : over(task);
        gone = new HashSet<>(page.entries());
        gone.removeAll(left);
        return JobStep.of(next, (long) page.entries().size() - failures.size(), failures);
    }

    /** Behind the last entry that is left of the last key, else behind the key before it. */
    private static JobPosition after(JobPosition position, DeletionPages.Page page, Set<Entry> left) {
        if (!page.hasVersions()) {
            return position.at(page.lastKey(), "");
        }
        for (Entry entry : page.entries().reversed()) {
            if (!entry.key().value().equals(page.lastKey())) {
                return position.at(entry.key().value(), "");
            }
            if (left.contains(entry)) {
                return position.at(page.lastKey(), version(entry));
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
