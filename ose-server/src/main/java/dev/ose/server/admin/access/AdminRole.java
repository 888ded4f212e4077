package dev.ose.server.admin.access;

/** The role of a caller of the admin API. */
public enum AdminRole {
    /** Runs the service: everything, in every tenant. */
    PROVIDER_ADMIN,
    /** Runs one tenant: its users and their credentials. */
    TENANT_ADMIN,
    /** Belongs to one tenant: itself and its own credentials. */
    TENANT_USER,
    /** Proved nothing. */
    ANONYMOUS
}
