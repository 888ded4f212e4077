package dev.ose.adapter;

/** A change that a platform made by itself, not by a client's request: by a lifecycle rule, for instance. */
public sealed interface OwnChange {

    /** The bucket's name, as clients know it. */
    String bucket();

    /** The key, as clients know it. */
    String key();

    /** Versions of the key were removed, or a delete marker was added. */
    record ObjectChanged(String bucket, String key) implements OwnChange {}

    /** A multipart upload was aborted. */
    record UploadAborted(String bucket, String key, String uploadId) implements OwnChange {}
}
