package dev.ose.server.platform.probe;

/** What came of trying a capability. */
public enum CheckResult {
    /** The platform did what was asked, and refused what it had to. */
    YES,
    /** It did something else. */
    NO,
    /** It gave no answer that tells. */
    UNKNOWN
}
