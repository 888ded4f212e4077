package dev.ose.server.accounting.alert;

/** Why an alert is over. */
public enum Clearance {
    /** Usage is well below the threshold, or the limit was raised that far. */
    BELOW_THRESHOLD,
    /** The quota, or its limit of this kind, was removed. */
    QUOTA_REMOVED,
    /** Alerts of this percentage are no longer wanted. */
    THRESHOLD_REMOVED,
    /** One of a later version, whose nodes write to the same database. */
    UNKNOWN
}
