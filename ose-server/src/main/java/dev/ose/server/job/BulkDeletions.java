package dev.ose.server.job;

import dev.ose.s3.document.DeleteRequest;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Optional;

/** Deletions of more than a request names: at once if they are small, otherwise as jobs. Thread-safe. */
public interface BulkDeletions {

    /**
     * A deletion in the name of a user. Blocks on the database.
     *
     * @param task an emptying or a deletion
     * @throws dev.ose.server.runtime.failure.FailureException as {@link TenantJobs#start}
     */
    Attempt attempt(TenantId tenant, UserId user, JobOrigin origin, JobTask task);

    /** A deletion that has not begun. */
    interface Attempt {

        /**
         * Deletes at once, by a few requests to the platform; blocks on them. Empty if a job is needed, and no object
         * was deleted; the credential may list the objects then.
         *
         * @param isAsync whether a job is wanted in any case
         * @throws dev.ose.server.runtime.failure.FailureException {@code NotAllowed} if the credential may not list or
         *     delete there; otherwise as {@link JobRequests}
         */
        Optional<Result> now(boolean isAsync);

        /** Queues a job that deletes. Blocks on the database; fails as {@link TenantJobs#start}. */
        TenantJob queue();
    }

    /**
     * What was deleted.
     *
     * @param failed what was not; objects, versions and multipart uploads
     */
    record Result(List<DeleteRequest.Entry> deleted, List<JobFailure> failed) {

        public Result {
            deleted = List.copyOf(deleted);
            failed = List.copyOf(failed);
        }
    }
}
