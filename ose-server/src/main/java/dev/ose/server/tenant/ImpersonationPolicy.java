package dev.ose.server.tenant;

/** Whether a tenant's administrators may act in the name of its users: create keys for them, set their passwords. */
public enum ImpersonationPolicy {
    /** They may not: only the user has access to what it owns. */
    DISALLOW,
    /** They may, like the administrators of an AWS account. */
    FULL_PERMISSION
}
