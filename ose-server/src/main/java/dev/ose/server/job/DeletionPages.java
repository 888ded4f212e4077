package dev.ose.server.job;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.document.ListedObject;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformDirectory;
import java.util.List;

/** Lists what a deletion deletes, a page at a time. Blocks. Thread-safe. */
final class DeletionPages {

    private static final int PAGE = 1_000;

    private final ObjectPages objects;
    private final VersionPages versions;
    private final PlatformDirectory platforms;

    DeletionPages(ObjectPages objects, VersionPages versions, PlatformDirectory platforms) {
        this.objects = objects;
        this.versions = versions;
        this.platforms = platforms;
    }

    /**
     * What is deleted in a step.
     *
     * @param lastKey the last key that it is about
     * @param hasVersions whether the list is of versions, and that key may have more than it shows
     */
    record Page(List<Entry> entries, String lastKey, boolean isMore, boolean hasVersions) {

        Page {
            entries = List.copyOf(entries);
        }
    }

    /** What is behind a position. */
    Page read(JobSite site, JobTask task, JobPosition position) {
        return deletesVersions(task, site.bucket())
                ? versions(site, task.selection(), position)
                : objects(site, task.selection(), position);
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
}
