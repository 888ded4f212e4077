package dev.ose.server.job;

/** The walks of one job while a node works on it. Confined to one thread. */
final class Walks {

    private final DeletionWalk deletion;
    private final RestorationWalk restoration;
    private final UploadWalk uploads;
    private final CopyWalk copies;
    private final FailureRetry retry;

    Walks(JobStore store, JobParts parts) {
        ObjectPages objects = new ObjectPages(parts.requests());
        VersionPages versions = new VersionPages(parts.requests());
        ObjectDeletion deleting = new ObjectDeletion(parts);
        ObjectTransfer transfer = new ObjectTransfer(objects, new ObjectCopy(parts), deleting);
        this.deletion = new DeletionWalk(new DeletionPages(objects, versions, parts.platforms()), deleting);
        this.restoration = new RestorationWalk(versions, deleting);
        this.uploads = new UploadWalk(parts.requests(), parts.uploads());
        this.copies = new CopyWalk(objects, transfer);
        this.retry = new FailureRetry(store, deleting, uploads, objects, transfer);
    }

    /** The walk at a position. */
    Walk of(JobTask task, JobPosition position) {
        if (position.retried() != null) {
            return retry;
        }
        return switch (position.stage()) {
            case OBJECTS ->
                switch (task) {
                    case JobTask.Emptying _, JobTask.Deletion _ -> deletion;
                    case JobTask.Restoration _ -> restoration;
                    case JobTask.Copy _ -> copies;
                };
            case UPLOADS -> uploads;
            case OVER -> throw new IllegalStateException("the job is over");
        };
    }
}
