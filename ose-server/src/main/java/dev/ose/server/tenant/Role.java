package dev.ose.server.tenant;

/** What a user may do within its tenant. */
public enum Role {
    /** May act on every bucket of the tenant. */
    TENANT_ADMIN,
    /** May act on what it owns or was given. */
    TENANT_USER
}
