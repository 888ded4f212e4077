package dev.ose.server.accounting.metering;

import dev.ose.s3.operation.S3Operation;

/** Kinds of requests that bills tell apart. */
public enum Category {
    /** Reads an object or a setting. */
    READ,
    /** Lists buckets, objects, versions, uploads or parts. */
    LIST,
    /** Makes or changes something. */
    WRITE,
    /** Removes something. */
    DELETE,
    /** Manages users, their keys and policies. */
    IAM,
    /** Asks for a session, or who asks. */
    STS;

    /** By the first word of S3's name of the operation, which is a verb. */
    public static Category of(S3Operation operation) {
        String name = operation.name();
        if (name.startsWith("List")) {
            return LIST;
        }
        if (name.startsWith("Get") || name.startsWith("Head") || name.endsWith("Preflight")) {
            return READ;
        }
        return name.startsWith("Delete") || name.startsWith("Abort") ? DELETE : WRITE;
    }
}
