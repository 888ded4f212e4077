package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.error.S3ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies some objects, and deletes what was copied if the job moves them: only what a list shows as before, and on the
 * condition of its entity tag, so that what a client has written meanwhile stays. Changes that leave tag and time as
 * they are, such as those of tags, may be lost. Blocks. Thread-safe.
 */
final class ObjectTransfer {

    private final ObjectPages pages;
    private final ObjectCopy copies;
    private final ObjectDeletion deletion;

    ObjectTransfer(ObjectPages pages, ObjectCopy copies, ObjectDeletion deletion) {
        this.pages = pages;
        this.copies = copies;
        this.deletion = deletion;
    }

    /** Returns those that were not copied, and those that were, but not deleted. At most a thousand objects. */
    List<JobFailure> transfer(JobSite site, JobTask.Copy task, List<ListedObject> objects) {
        List<JobFailure> failures = new ArrayList<>(Parallel.each(objects, it -> copies.copy(site, task, it)).stream()
                .flatMap(Optional::stream)
                .toList());
        if (task.isMove()) {
            Set<ObjectKey> left = failures.stream().map(JobFailure::key).collect(Collectors.toSet());
            failures.addAll(delete(
                    site,
                    objects.stream().filter(it -> !left.contains(it.key())).toList()));
        }
        return failures;
    }

    /** Deletes what was copied; returns what was not deleted. */
    private List<JobFailure> delete(JobSite site, List<ListedObject> copied) {
        List<Optional<ListedObject>> now = Parallel.each(copied, it -> pages.find(site, it.key()));
        List<JobFailure> failures = new ArrayList<>();
        List<DeleteRequest.Entry> unchanged = new ArrayList<>();
        for (int i = 0; i < copied.size(); i++) {
            ListedObject object = copied.get(i);
            if (now.get(i)
                    .filter(it -> it.lastModified().equals(object.lastModified()))
                    .isPresent()) {
                unchanged.add(new DeleteRequest.Entry(object.key(), null, object.tag()));
            } else if (now.get(i).isPresent()) {
                failures.add(JobFailure.of(object.key(), "", S3ErrorCode.PRECONDITION_FAILED));
            }
        }
        if (!unchanged.isEmpty()) {
            failures.addAll(deletion.delete(site, unchanged));
        }
        return failures;
    }
}
