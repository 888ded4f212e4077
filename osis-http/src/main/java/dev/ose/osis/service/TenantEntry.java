package dev.ose.osis.service;

import dev.ose.osis.model.OsisTenant;

/**
 * A tenant in the directory.
 *
 * @param externalId the external id of the creation on the platform
 * @param tenant as it is answered; without its id until the platform has created it
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
