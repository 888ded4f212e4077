package dev.ose.server.tenant.credential;

/** The kinds of credentials. */
public enum CredentialKind {
    /** The one credential each user always has; it cannot be disabled or deleted. */
    RESERVED,
    /** Created by or for a user; has all of the user's rights. */
    USER,
    /** Limited to named buckets and actions; may expire. */
    APPLICATION,
    /** Issued temporarily by STS. */
    SESSION,
    /** One of a later version, whose nodes write to the same database. It is listed, and signs nothing here. */
    UNKNOWN
}
