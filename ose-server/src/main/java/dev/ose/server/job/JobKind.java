package dev.ose.server.job;

/** The kind of work of a job. */
public enum JobKind {
    /** Deletes all versions and delete markers of a bucket, and aborts its multipart uploads. */
    EMPTY_BUCKET,
    /** Deletes objects. */
    DELETE_OBJECTS,
    /** Deletes the delete markers that hide objects. */
    RESTORE_OBJECTS,
    /** Copies objects. */
    COPY_OBJECTS,
    /** Copies objects and deletes what was copied. */
    MOVE_OBJECTS,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN
}
