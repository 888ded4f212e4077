package dev.ose.osis.service;

import dev.ose.osis.model.OsisTenant;

/**
 * A tenant in the directory.
 *
 * @param externalId the id that we gave it when the platform was asked for it
 * @param tenant as it is told; without its id until the platform has answered
 */
record TenantEntry(String externalId, OsisTenant tenant) {

    boolean wasMade() {
        return tenant.tenantId() != null;
    }

    boolean hasId(String id) {
        return id.equals(tenant.tenantId());
    }

    boolean serves(String cdTenantId) {
        return tenant.cdTenantIds().contains(cdTenantId);
    }
}
