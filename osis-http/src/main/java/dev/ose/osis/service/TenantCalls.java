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

    /** Or returns the tenant that serves one of these organisations. */
    Reply create(Call call) {
        OsisTenant asked = call.document(OsisTenant.class);
        String name = Refusal.required(asked.name(), "name");
        TenantEntry claimed = directory.claimTenant(asked);
        PlatformTenant made = platform.createTenant(new TenantRequest(claimed.externalId(), name));
        return Reply.created(directory.finishTenant(claimed, made).tenant());
    }

    Reply list(Call call) {
        return call.page(directory.tenants().stream().map(TenantEntry::tenant).toList());
    }

    Reply query(Call call) {
        Filter filter = call.filter();
        return call.page(directory.tenants().stream()
                .filter(filter::admits)
                .map(TenantEntry::tenant)
                .toList());
    }

    Reply head(Call call) {
        find(call);
        return Reply.found();
    }

    Reply get(Call call) {
        OsisTenant found = find(call).tenant();
        PlatformTenantId id = new PlatformTenantId(call.variable("tenantId"));
        return Reply.ok(found.withHealth(platform.tenantHealth(id).name()));
    }

    /** Both must know it: an administrator of the platform may have deleted it there. */
    private TenantEntry find(Call call) {
        String id = call.variable("tenantId");
        TenantEntry entry = directory.tenant(id).orElseThrow(Refusal::notFound);
        PlatformTenant there = platform.findTenant(new PlatformTenantId(id)).orElseThrow(Refusal::notFound);
        return directory.finishTenant(entry, there);
    }

    /** Changes which organisations it serves, and nothing else. */
    Reply update(Call call) {
        OsisTenant asked = call.document(OsisTenant.class);
        return Reply.ok(
                directory.map(call.variable("tenantId"), asked.cdTenantIds()).orElseThrow(Refusal::notFound));
    }

    /** Nothing of a tenant is left to purge, because one with users stays. */
    Reply delete(Call call) {
        call.flag("purge_data");
        String id = call.variable("tenantId");
        if (directory.tenant(id).isPresent()) {
            platform.deleteTenant(new PlatformTenantId(id));
            directory.removeTenant(id);
        }
        return Reply.done();
    }
}
