package dev.ose.server.job;

import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import java.util.List;

/**
 * Deletes the delete markers that hide objects, a page of versions at a time. A marker hides its object if it is the
 * newest version, which a list shows first, so the position is always the end of a key. Blocks. Thread-safe.
 */
final class RestorationWalk implements Walk {

    private final VersionPages pages;
    private final ObjectDeletion deletion;

    RestorationWalk(VersionPages pages, ObjectDeletion deletion) {
        this.pages = pages;
        this.deletion = deletion;
    }

    @Override
    public JobStep step(JobSite site, TenantJob job, JobPosition position) {
        VersionPages.Page page = pages.read(site, job.task().selection(), position);
        List<Entry> markers = page.entries().stream()
                .filter(entry -> entry.isLatest() && entry.object() == null)
                .map(entry -> new Entry(entry.key(), new VersionId(entry.versionId()), null))
                .toList();
        List<JobFailure> failures = markers.isEmpty() ? List.of() : deletion.delete(site, markers);
        JobPosition next = page.isMore() ? position.at(page.lastKey(), "") : JobPosition.start(JobPosition.Stage.OVER);
        return JobStep.of(next, (long) markers.size() - failures.size(), failures);
    }
}
