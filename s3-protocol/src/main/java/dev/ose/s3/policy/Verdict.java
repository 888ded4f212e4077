package dev.ose.s3.policy;

/** What policies say of a request. */
public enum Verdict {
    /** A statement allows it and none denies it. */
    ALLOWED,
    /** A statement denies it. */
    DENIED,
    /** No statement is about it, which means no. */
    NOT_MENTIONED
}
