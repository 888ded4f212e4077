package dev.ose.server.tenant;

/** Whether administrators of the provider may act in a tenant as its own administrators may. The tenant decides it. */
public enum ProviderAccess {
    /** They may. */
    ALLOW,
    /** They may not: they run the service and know no names of objects, and make no keys, roles and policies. */
    DISALLOW
}
