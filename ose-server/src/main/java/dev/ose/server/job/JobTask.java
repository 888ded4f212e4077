package dev.ose.server.job;

import dev.ose.s3.BucketName;

/** The parameters of a job. */
public sealed interface JobTask {

    /** The bucket whose objects it is about. */
    BucketName bucket();

    /** The prefix of the keys it is about; empty for all. */
    String prefix();

    /** What it does. */
    default JobKind kind() {
        return switch (this) {
            case Emptying _ -> JobKind.EMPTY_BUCKET;
            case Deletion _ -> JobKind.DELETE_OBJECTS;
            case Copy _ -> JobKind.COPY_OBJECTS;
        };
    }

    /** Deletes all versions and delete markers, and aborts all uploads. */
    record Emptying(BucketName bucket) implements JobTask {

        @Override
        public String prefix() {
            return "";
        }
    }

    /**
     * Deletes objects.
     *
     * @param versions whether all versions and delete markers are deleted, instead of hiding them
     */
    record Deletion(BucketName bucket, String prefix, boolean versions) implements JobTask {}

    /**
     * Copies the newest versions; what is there is overwritten.
     *
     * @param targetPrefix replaces the prefix in the keys of the copies
     */
    record Copy(BucketName bucket, String prefix, BucketName target, String targetPrefix) implements JobTask {

        /** Whether the job would find its own copies. */
        boolean isEndless() {
            return bucket.equals(target) && (targetPrefix.startsWith(prefix) || prefix.startsWith(targetPrefix));
        }
    }
}
