package dev.ose.server.job;

import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.error.S3ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes the delete markers that hide objects, a page of versions at a time. A marker hides its object if it is the
 * newest version, which a list shows first, so the position is always the end of a key. A marker with the version id
 * {@code null} stays: the next upload to a bucket whose versioning is suspended has the same id and would be deleted in
 * its place. Blocks. Thread-safe.
 */
final class RestorationWalk implements Walk {

    private static final String UNVERSIONED = "null";

    private final VersionPages pages;
    private final ObjectDeletion deletion;

    RestorationWalk(VersionPages pages, ObjectDeletion deletion) {
        this.pages = pages;
        this.deletion = deletion;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        VersionPages.Page page = pages.read(site, claim.task().selection(), position);
        List<VersionsAnswer.Entry> markers = page.entries().stream()
                .filter(entry -> entry.isLatest() && entry.object() == null)
                .toList();
        List<JobFailure> failures = new ArrayList<>();
        List<Entry> deletable = new ArrayList<>();
        for (VersionsAnswer.Entry marker : markers) {
            if (marker.versionId().equals(UNVERSIONED)) {
                failures.add(JobFailure.of(marker.key(), "", S3ErrorCode.INVALID_REQUEST));
            } else {
                deletable.add(new Entry(marker.key(), new VersionId(marker.versionId()), null));
            }
        }
        if (!deletable.isEmpty()) {
            failures.addAll(deletion.delete(site, deletable));
        }
        JobPosition next = page.isMore() ? position.at(page.lastKey(), "") : JobPosition.start(JobPosition.Stage.OVER);
        return JobStep.of(next, (long) markers.size() - failures.size(), failures);
    }
}
