package dev.ose.server.job;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import java.util.Optional;

/** The parameters of a job. */
public sealed interface JobTask {

    /** The bucket whose objects it is about. */
    BucketName bucket();

    /** The objects that it is about. */
    JobSelection selection();

    /** What it does. */
    default JobKind kind() {
        return switch (this) {
            case Emptying _ -> JobKind.EMPTY_BUCKET;
            case Deletion _ -> JobKind.DELETE_OBJECTS;
            case Restoration _ -> JobKind.RESTORE_OBJECTS;
            case Copy copy -> copy.isMove() ? JobKind.MOVE_OBJECTS : JobKind.COPY_OBJECTS;
        };
    }

    /** Deletes all versions and delete markers, and aborts all uploads. */
    record Emptying(BucketName bucket) implements JobTask {

        @Override
        public JobSelection selection() {
            return JobSelection.ALL;
        }
    }

    /**
     * Deletes objects.
     *
     * @param versions whether all versions and delete markers are deleted, instead of hiding them
     */
    record Deletion(BucketName bucket, JobSelection selection, boolean versions) implements JobTask {}

    /** Deletes the delete markers that hide objects, so that the versions before them are the newest again. */
    record Restoration(BucketName bucket, JobSelection selection) implements JobTask {}

    /**
     * Copies the newest versions; what is there is overwritten.
     *
     * @param targetPrefix replaces the prefix in the keys of the copies
     * @param isMove whether what was copied is deleted, unless it was overwritten since it was listed
     */
    record Copy(BucketName bucket, JobSelection selection, BucketName target, String targetPrefix, boolean isMove)
            implements JobTask {

        /** The key of the copy of an object; empty if it would be too long. */
        Optional<ObjectKey> renamed(ObjectKey key) {
            return ObjectKey.parse(
                    targetPrefix + key.value().substring(selection.prefix().length()));
        }

        /** Whether the job would find its own copies, or overwrite what it has not copied yet. */
        boolean findsItsCopies() {
            if (!bucket.equals(target)) {
                return false;
            }
            if (selection.isOfKeys()) {
                return selection.keys().stream()
                        .flatMap(key -> renamed(key).stream())
                        .anyMatch(selection.keys()::contains);
            }
            return targetPrefix.startsWith(selection.prefix())
                    || selection.prefix().startsWith(targetPrefix);
        }
    }
}
