package dev.ose.server.tenant;

/** Whether a tenant or user may act. Disabling keeps all data. */
public enum Status {
    /** Requests are served. */
    ACTIVE,
    /** Every request is refused; nothing is deleted. */
    DISABLED
}
