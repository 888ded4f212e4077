package dev.ose.s3.policy;

/** The verdict of policies on a request. */
public enum Verdict {
    /** A statement allows it and none denies it. */
    ALLOWED,
    /** A statement denies it. */
    DENIED,
    /** No statement applies: an implicit denial. */
    NOT_MENTIONED
}
