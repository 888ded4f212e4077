package dev.ose.server.audit;

/** The interface by which a call came. */
public enum AuditSource {
    /** The management API. */
    ADMIN,
    /** IAM and STS at the S3 endpoint. */
    IAM,
    S3
}
