package dev.ose.server.tenant.credential;

/** What a credential is for. */
public enum CredentialKind {
    /** The one credential each user always has; it cannot be disabled or deleted. */
    RESERVED,
    /** Made by or for a user; carries all of the user's rights. */
    USER,
    /** Limited to named buckets and actions, and may expire. */
    APPLICATION,
    /** Issued for a while by STS. */
    SESSION
}
