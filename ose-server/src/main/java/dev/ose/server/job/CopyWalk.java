package dev.ose.server.job;

import java.util.ArrayList;
import java.util.List;

/** Copies or moves what a list shows, a page at a time. Blocks. Thread-safe. */
final class CopyWalk implements Walk {

    /** Small, since a copy may take minutes, and the death of a node repeats a page. */
    private static final int PAGE = 100;

    private final ObjectPages pages;
    private final ObjectTransfer transfer;

    CopyWalk(ObjectPages pages, ObjectTransfer transfer) {
        this.pages = pages;
        this.transfer = transfer;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        if (!(claim.task() instanceof JobTask.Copy task)) {
            throw new IllegalStateException(claim.task().kind() + " copies nothing");
        }
        ObjectPages.Page page = pages.read(site, task.selection(), position.key(), PAGE);
        List<JobFailure> failures = new ArrayList<>(transfer.transfer(site, task, page.objects()));
        long done = (long) page.objects().size() - failures.size();
        page.absent().forEach(key -> failures.add(JobFailure.absent(key)));
        return JobStep.of(page.next(position), done, failures);
    }
}
