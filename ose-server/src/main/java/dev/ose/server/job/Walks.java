package dev.ose.server.job;

/** The walks of one job while a node works on it. Confined to one thread. */
final class Walks {

    private final DeletionWalk deletion;
    private final UploadWalk uploads;
    private final CopyWalk copies;
    private final FailureRetry retry;

    Walks(JobStore store, JobParts parts) {
        ObjectDeletion deleting = new ObjectDeletion(parts.ledger(), parts.requests());
        ObjectCopy copying = new ObjectCopy(parts);
        this.deletion = new DeletionWalk(parts.requests(), deleting, parts.platforms());
        this.uploads = new UploadWalk(parts.requests(), parts.uploads());
        this.copies = new CopyWalk(parts.requests(), copying);
        this.retry = new FailureRetry(store, deleting, uploads, copies, copying);
    }

    /** The walk at a position. */
    Walk of(TenantJob job, JobPosition position) {
        if (position.retried() != null) {
            return retry;
        }
        return switch (position.stage()) {
            case OBJECTS -> job.task() instanceof JobTask.Copy ? copies : deletion;
            case UPLOADS -> uploads;
            case OVER -> throw new IllegalStateException("the job is over");
        };
    }
}
