package dev.ose.server.admin.access.portal;

/** Who sees an announcement. */
public enum AnnouncementReaders {
    /** All users. */
    EVERYONE,
    /** Administrators of tenants. */
    TENANT_ADMINISTRATORS,
    /** Administrators of the provider. */
    PROVIDER
}
