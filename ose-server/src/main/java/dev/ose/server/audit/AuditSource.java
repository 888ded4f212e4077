package dev.ose.server.audit;

/** The interface by which a call came, if any. */
public enum AuditSource {
    /** The management API. */
    ADMIN,
    /** IAM and STS at the S3 endpoint. */
    IAM,
    S3,
    /** None: a node found it by itself, such as a quota that is nearly used up. */
    NODE,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN
}
