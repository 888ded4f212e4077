package dev.ose.adapter;

/** The role of a user in its tenant. A platform with its own permissions may grant an administrator more of them. */
public enum PlatformRole {
    /** Administers the tenant. */
    TENANT_ADMIN,
    /** Uses it. */
    TENANT_USER
}
