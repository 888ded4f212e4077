package dev.ose.server.tenant;

import java.util.UUID;

/** Identifies a tenant for ever; names may change, this does not. */
public record TenantId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
