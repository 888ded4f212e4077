package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.server.access.Decision;
import dev.ose.server.bucket.Bucket;
import java.util.List;
import java.util.Optional;

/** Copies what a list shows, a page at a time. */
final class CopyWalk implements Walk {

    /** Small, since a copy may take minutes, and the death of a node repeats a page. */
    private static final int PAGE = 100;

    private final JobRequests requests;
    private final ObjectCopy copies;

    CopyWalk(JobRequests requests, ObjectCopy copies) {
        this.requests = requests;
        this.copies = copies;
    }

    @Override
    public JobStep step(JobSite site, TenantJob job, JobPosition position) {
        if (!(job.task() instanceof JobTask.Copy task)) {
            throw new IllegalStateException(job.task().kind() + " copies nothing");
        }
        ListingAnswer page = list(site, task.prefix(), position.key(), PAGE);
        List<JobFailure> failures =
                Parallel.each(page.entries(), it -> copies.copy(site, task, it.key(), it.sizeBytes())).stream()
                        .flatMap(Optional::stream)
                        .toList();
        boolean isMore = page.truncated() && !page.entries().isEmpty();
        JobPosition next = isMore
                ? position.at(page.entries().getLast().key().value(), "")
                : JobPosition.start(JobPosition.Stage.OVER);
        return JobStep.of(next, (long) page.entries().size() - failures.size(), failures);
    }

    /** The object of exactly that key. */
    Optional<ListedObject> find(JobSite site, ObjectKey key) {
        return list(site, key.value(), "", 1).entries().stream()
                .filter(object -> object.key().equals(key))
                .findFirst();
    }

    private ListingAnswer list(JobSite site, String prefix, String after, int limit) {
        Bucket source = site.bucket();
        ListingFilter filter = new ListingFilter(prefix, "", limit, EncodingType.URL);
        Decision.Allow allow = site.require(new BucketOperation.ListObjects(source.name(), filter, after));
        return DeletionWalk.present(source, requests.listObjects(site.actor(source, allow), prefix, after, limit));
    }
}
