package dev.ose.server.job;

/** The kind of work of a job. */
public enum JobKind {
    /** Deletes all versions and delete markers of a bucket, and aborts its multipart uploads. */
    EMPTY_BUCKET,
    /** Deletes the objects with a prefix. */
    DELETE_OBJECTS,
    /** Copies the objects with a prefix. */
    COPY_OBJECTS
}
