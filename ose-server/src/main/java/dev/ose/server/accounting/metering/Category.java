package dev.ose.server.accounting.metering;

import dev.ose.s3.operation.S3Operation;

/** The request categories of metering. */
public enum Category {
    /** Reads an object or a setting. */
    READ,
    /** Lists buckets, objects, versions, uploads or parts. */
    LIST,
    /** Creates or changes a resource. */
    WRITE,
    /** Deletes a resource. */
    DELETE,
    /** Manages users, their keys and policies. */
    IAM,
    /** Requests a session or the caller's identity. */
    STS;

    /** The category that the operation's action declares. */
    public static Category of(S3Operation operation) {
        return switch (operation.action().requestClass()) {
            case READ -> READ;
            case LIST -> LIST;
            case WRITE -> WRITE;
            case DELETE -> DELETE;
        };
    }
}
