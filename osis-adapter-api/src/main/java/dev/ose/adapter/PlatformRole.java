package dev.ose.adapter;

/** What a user is in its tenant. A platform with rights of its own may give an administrator more of them. */
public enum PlatformRole {
    /** Administers the tenant. */
    TENANT_ADMIN,
    /** Uses it. */
    TENANT_USER
}
