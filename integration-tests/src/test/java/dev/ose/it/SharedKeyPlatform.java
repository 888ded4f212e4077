package dev.ose.it;

import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An S3 server without tenants as a platform: all users have the server's own key, and tenants and users are kept in
 * memory. It declares no capabilities, so that a node only uses probed ones.
 */
final class SharedKeyPlatform implements StoragePlatform {

    private final S3Target server;
    private final Map<PlatformTenantId, PlatformTenant> tenants = new ConcurrentHashMap<>();
    private final Map<PlatformUserId, PlatformUser> users = new ConcurrentHashMap<>();

    SharedKeyPlatform(S3Target server) {
        this.server = server;
    }

    @Override
    public PlatformInfo info() {
        return new PlatformInfo("shared-key", "1", server.endpoint(), S3Target.REGION, Set.of(), Set.of());
    }

    @Override
    public void checkAccess() {
        // There is no administration that could refuse.
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        PlatformTenantId id = new PlatformTenantId(request.externalId());
        return tenants.computeIfAbsent(id, it -> new PlatformTenant(it, request.name()));
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        tenants.remove(tenant);
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        PlatformUserId id = new PlatformUserId(request.externalId());
        return users.computeIfAbsent(
                id, it -> new PlatformUser(it, request.tenant(), request.externalId(), request.name(), true));
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return Optional.ofNullable(users.get(user));
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        users.computeIfPresent(
                user, (id, it) -> new PlatformUser(id, it.tenant(), it.canonicalId(), it.name(), active));
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        users.remove(user);
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return new PlatformKey(server.accessKey(), server.secretKey());
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return users.containsKey(user) ? List.of(createKey(user)) : List.of();
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        // The server has no other.
    }

    /** Whether no user of a probe is left. */
    boolean isWithoutProbes() {
        return tenants.values().stream().noneMatch(tenant -> tenant.name().equals("ose-probe"))
                && users.values().stream().noneMatch(user -> user.name().equals("ose-probe"));
    }

    @Override
    public void close() {
        // The server goes on.
    }
}
