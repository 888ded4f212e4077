package dev.ose.osis.service;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.osis.model.OsisTenant;

/** Tenants. */
final class TenantCalls {

    private final StoragePlatform platform;
    private final Directory directory;

    TenantCalls(StoragePlatform platform, Directory directory) {
        this.platform = platform;
        this.directory = directory;
    }

    /** Creates a tenant, or returns the one of one of these organisations. */
    OsisReply create(OsisCall call) {
        OsisTenant asked = call.document(OsisTenant.class);
        String name = OsisRefusal.required(asked.name(), "name");
        TenantEntry claimed = directory.claimTenant(asked);
        PlatformTenant made = platform.createTenant(new TenantRequest(claimed.externalId(), name));
        return OsisReply.created(directory.finishTenant(claimed, made).tenant());
    }

    OsisReply list(OsisCall call) {
        return call.page(directory.tenants().stream().map(TenantEntry::tenant).toList());
    }

    OsisReply query(OsisCall call) {
        OsisFilter filter = call.filter();
        return call.page(directory.tenants().stream()
                .filter(filter::admits)
                .map(TenantEntry::tenant)
                .toList());
    }

    OsisReply head(OsisCall call) {
        find(call);
        return OsisReply.found();
    }

    OsisReply get(OsisCall call) {
        OsisTenant found = find(call).tenant();
        PlatformTenantId id = new PlatformTenantId(call.variable("tenantId"));
        return OsisReply.ok(found.withHealth(platform.tenantHealth(id).name()));
    }

    /** Checks directory and platform: an administrator of the platform may have deleted it there. */
    private TenantEntry find(OsisCall call) {
        String id = call.variable("tenantId");
        TenantEntry entry = directory.tenant(id).orElseThrow(OsisRefusal::notFound);
        PlatformTenant there = platform.findTenant(new PlatformTenantId(id)).orElseThrow(OsisRefusal::notFound);
        return directory.finishTenant(entry, there);
    }

    /** Changes the organisations of the tenant, and nothing else. */
    OsisReply update(OsisCall call) {
        OsisTenant asked = call.document(OsisTenant.class);
        return OsisReply.ok(
                directory.map(call.variable("tenantId"), asked.cdTenantIds()).orElseThrow(OsisRefusal::notFound));
    }

    /** Deletes a tenant without users; so there is no data to purge. */
    OsisReply delete(OsisCall call) {
        call.flag("purge_data");
        String id = call.variable("tenantId");
        if (directory.tenant(id).isPresent()) {
            platform.deleteTenant(new PlatformTenantId(id));
            directory.removeTenant(id);
        }
        return OsisReply.done();
    }
}
