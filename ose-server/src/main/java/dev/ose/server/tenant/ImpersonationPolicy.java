package dev.ose.server.tenant;

/** Whether a tenant's administrators may act in the name of its users: make keys for them, set their passwords. */
public enum ImpersonationPolicy {
    /** They may not: what a user holds is reached by that user alone. */
    DISALLOW,
    /** They may, as the administrators of an AWS account may. */
    FULL_PERMISSION
}
