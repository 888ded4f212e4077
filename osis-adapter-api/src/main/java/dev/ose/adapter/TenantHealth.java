package dev.ose.adapter;

/** Whether the part of a platform that serves a tenant works. */
public enum TenantHealth {
    /** The platform has no parts for tenants, or does not report their state. */
    NOT_APPLICABLE,
    /** It serves the tenant. */
    AVAILABLE,
    /** It does not serve the tenant at the moment. */
    UNAVAILABLE
}
