package dev.ose.adapter;

/** Identifies a tenant on its platform, in the platform's own words. */
public record PlatformTenantId(String value) {

    public PlatformTenantId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("platform tenant id is blank");
        }
    }
}
