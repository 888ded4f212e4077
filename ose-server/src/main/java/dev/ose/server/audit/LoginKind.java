package dev.ose.server.audit;

/** The means by which a caller authenticated. */
public enum LoginKind {
    /** Not at all. */
    NONE,
    PASSWORD,
    SESSION,
    /** The keeper of the node's host, whose commands are those of its operators. */
    KEEPER,
    /** An S3 key pair. */
    ACCESS_KEY,
    /** A personal token, or one of another issuer. */
    TOKEN,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN
}
