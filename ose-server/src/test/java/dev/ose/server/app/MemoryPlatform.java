package dev.ose.server.app;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A platform that accepts every request and stores nothing, for tests that only need one to exist. */
class MemoryPlatform implements StoragePlatform {

    @Override
    public PlatformInfo info() {
        return new PlatformInfo("memory", "1", URI.create("http://127.0.0.1:1"), "us-east-1", Set.of(), Set.of());
    }

    @Override
    public void checkAccess() {}

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        return new PlatformTenant(new PlatformTenantId(request.externalId()), request.name());
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return Optional.of(new PlatformTenant(tenant, tenant.value()));
    }

    @Override
    public void deleteTenant(PlatformTenantId tenant) {}

    @Override
    public PlatformUser createUser(UserRequest request) {
        String id = request.externalId();
        return new PlatformUser(new PlatformUserId(id), request.tenant(), "canonical-" + id, request.name(), true);
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return Optional.empty();
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {}

    @Override
    public void deleteUser(PlatformUserId user) {}

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return new PlatformKey("PK" + user.value(), Secret.of("any"));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return List.of();
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {}

    @Override
    public void close() {}
}
