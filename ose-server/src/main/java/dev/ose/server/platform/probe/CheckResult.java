package dev.ose.server.platform.probe;

/** The result of testing a capability. */
public enum CheckResult {
    /** The platform has the capability. */
    YES,
    /** The platform does not have it. */
    NO,
    /** The answers do not determine it. */
    UNKNOWN
}
