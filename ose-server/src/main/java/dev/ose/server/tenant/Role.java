package dev.ose.server.tenant;

/** The role of a user within its tenant. */
public enum Role {
    /** May access every bucket of the tenant. */
    TENANT_ADMIN,
    /** May access its own buckets and those shared with it. */
    TENANT_USER
}
