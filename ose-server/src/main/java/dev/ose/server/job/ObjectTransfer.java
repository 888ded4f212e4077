package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies some objects, and deletes what was copied if the job moves them: only with the entity tag that the list
 * showed, so that what a client has written since then stays. Blocks. Thread-safe.
 */
final class ObjectTransfer {

    private final ObjectCopy copies;
    private final ObjectDeletion deletion;

    ObjectTransfer(ObjectCopy copies, ObjectDeletion deletion) {
        this.copies = copies;
        this.deletion = deletion;
    }

    /** Returns those that were not copied, and those that were, but not deleted. At most a thousand objects. */
    List<JobFailure> transfer(JobSite site, JobTask.Copy task, List<ListedObject> objects) {
        List<JobFailure> failures =
                new ArrayList<>(Parallel.each(objects, it -> copies.copy(site, task, it.key(), it.sizeBytes())).stream()
                        .flatMap(Optional::stream)
                        .toList());
        Set<ObjectKey> left = failures.stream().map(JobFailure::key).collect(Collectors.toSet());
        List<DeleteRequest.Entry> copied = objects.stream()
                .filter(it -> !left.contains(it.key()))
                .map(it -> new DeleteRequest.Entry(it.key(), null, it.tag()))
                .toList();
        if (task.isMove() && !copied.isEmpty()) {
            failures.addAll(deletion.delete(site, copied));
        }
        return failures;
    }
}
