package dev.ose.server.tenant;

import java.util.UUID;

/** Identifies a tenant permanently; names may change, the id does not. */
public record TenantId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
