package dev.ose.server.tenancy;

import java.time.Instant;

/** An organisation that OSE serves. */
public record Tenant(
        TenantId id, String name, Status status, PlatformId platform, CanonicalId canonicalId, Instant createdAt) {}
