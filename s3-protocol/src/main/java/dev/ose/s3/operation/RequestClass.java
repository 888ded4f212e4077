package dev.ose.s3.operation;

/** Kinds of requests by which bills count actions of S3. */
public enum RequestClass {
    /** Reads an object or a setting. */
    READ,
    /** Lists buckets, objects, versions, uploads or parts. */
    LIST,
    /** Creates or changes something, or costs as much. */
    WRITE,
    /** Removes something. */
    DELETE
}
