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

    /** As the operation's action declares. */
    public static Category of(S3Operation operation) {
        return switch (operation.action().requestClass()) {
            case READ -> READ;
            case LIST -> LIST;
            case WRITE -> WRITE;
            case DELETE -> DELETE;
        };
    }
}
