package dev.ose.server.administration;

/** What an administrator may do. */
public enum AdminRole {
    /** Everything. */
    PROVIDER_ADMIN
}
