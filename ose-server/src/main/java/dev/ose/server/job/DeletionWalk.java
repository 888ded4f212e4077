package dev.ose.server.job;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformDirectory;
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

    private static final int PAGE = 1_000;

    private final ObjectPages objects;
    private final VersionPages versions;
    private final ObjectDeletion deletion;
    private final PlatformDirectory platforms;

    /** Objects that the previous step deleted; if listed again there, they would be deleted endlessly. */
    private Set<Entry> gone = Set.of();

    DeletionWalk(ObjectPages objects, VersionPages versions, ObjectDeletion deletion, PlatformDirectory platforms) {
        this.objects = objects;
        this.versions = versions;
        this.deletion = deletion;
        this.platforms = platforms;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        Page page = deletesVersions(claim.task(), site.bucket())
                ? versions(site, claim.task().selection(), position)
                : objects(site, claim.task().selection(), position);
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
        JobPosition next = page.isMore() ? after(position, page, left) : over(claim.task());
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
                    case JobTask.Restoration _, JobTask.Copy _ ->
                        throw new IllegalStateException(task.kind() + " has another walk");
                };
        return isAsked
                && bucket.mayHaveVersions()
                && platforms.get(bucket.endpoint()).offers(Capability.VERSIONING);
    }

    /**
     * What is deleted in a step.
     *
     * @param lastKey the last key that it is about
     * @param hasVersions whether the list is of versions, and that key may have more than it shows
     */
    private record Page(List<Entry> entries, String lastKey, boolean isMore, boolean hasVersions) {}

    private Page versions(JobSite site, JobSelection selection, JobPosition position) {
        VersionPages.Page page = versions.read(site, selection, position);
        List<Entry> entries = page.entries().stream()
                .map(entry -> new Entry(entry.key(), new VersionId(entry.versionId()), null))
                .toList();
        return new Page(entries, page.lastKey(), page.isMore(), !page.isWhole());
    }

    /** Selected keys are deleted without a look at them: the deletion of an absent object is no failure. */
    private Page objects(JobSite site, JobSelection selection, JobPosition position) {
        if (selection.isOfKeys()) {
            List<ObjectKey> keys = selection.after(position.key(), PAGE);
            String last = keys.isEmpty() ? position.key() : keys.getLast().value();
            return new Page(plain(keys), last, !selection.after(last, 1).isEmpty(), false);
        }
        ObjectPages.Page page = objects.read(site, selection, position.key(), PAGE);
        List<ObjectKey> keys = page.objects().stream().map(ListedObject::key).toList();
        return new Page(plain(keys), page.last(), page.isMore(), false);
    }

    private static List<Entry> plain(List<ObjectKey> keys) {
        return keys.stream().map(key -> new Entry(key, null, null)).toList();
    }

    /** Behind the last entry that is left of the last key, else behind the key before it. */
    private static JobPosition after(JobPosition position, Page page, Set<Entry> left) {
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
