package dev.ose.server.tenant;

import java.time.Instant;

/** A person or program of a tenant, which owns buckets and credentials. */
public record User(
        UserId id, TenantId tenant, String name, Role role, Status status, CanonicalId canonicalId, Instant createdAt) {

    /** The same user with another status. */
    User with(Status other) {
        return new User(id, tenant, name, role, other, canonicalId, createdAt);
    }
}
