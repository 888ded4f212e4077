package dev.ose.server.job;

/** The state of a tenant's removal. */
public enum TenantPurgeState {
    /** It goes on, on some node. */
    RUNNING,
    /** It was stopped. What is deleted stays deleted. */
    STOPPED,
    /** Something could not be deleted. */
    FAILED,
    /** The tenant is gone. */
    COMPLETED
}
