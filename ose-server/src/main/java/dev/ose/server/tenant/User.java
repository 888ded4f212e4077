package dev.ose.server.tenant;

import java.time.Instant;

/** Someone, or some program, of a tenant. Owns buckets and credentials. */
public record User(
        UserId id, TenantId tenant, String name, Role role, Status status, CanonicalId canonicalId, Instant createdAt) {

    /** The same with another status. */
    User with(Status other) {
        return new User(id, tenant, name, role, other, canonicalId, createdAt);
    }
}
