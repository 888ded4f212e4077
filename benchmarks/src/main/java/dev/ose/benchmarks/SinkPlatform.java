package dev.ose.benchmarks;

import dev.ose.adapter.Capability;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The {@link NullStorage} as a platform: keeps created tenants, users and keys in memory. */
final class SinkPlatform implements StoragePlatform {

    private static final Set<Capability> OF_ITS_S3_SERVICE = EnumSet.of(
            Capability.TRAILERS,
            Capability.CRC64NVME,
            Capability.NEWER_CHECKSUMS,
            Capability.ENFORCES_SIGNED_HASH,
            Capability.EXACT_KEYS,
            Capability.CONDITIONAL_WRITES,
            Capability.VERSIONING,
            Capability.TAGGING,
            Capability.OBJECT_LOCK,
            Capability.POLICY,
            Capability.REFERER_CONDITIONS,
            Capability.ACL,
            Capability.LIFECYCLE,
            Capability.CORS,
            Capability.POST_UPLOAD);

    private final PlatformInfo info;
    private final Map<PlatformTenantId, PlatformTenant> tenants = new ConcurrentHashMap<>();
    private final Map<PlatformUserId, PlatformUser> users = new ConcurrentHashMap<>();
    private final Map<PlatformUserId, PlatformKey> keys = new ConcurrentHashMap<>();

    /** @param endpoint where the sink listens */
    SinkPlatform(URI endpoint) {
        this.info = new PlatformInfo("sink", "1", endpoint, "us-east-1", OF_ITS_S3_SERVICE, Set.of());
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    @Override
    public void checkAccess() {}

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        return tenants.computeIfAbsent(
                new PlatformTenantId(request.externalId()), id -> new PlatformTenant(id, request.name()));
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
        return users.computeIfAbsent(
                new PlatformUserId(request.externalId()),
                id -> new PlatformUser(id, request.tenant(), request.externalId(), request.name(), true));
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return Optional.ofNullable(users.get(user));
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        users.computeIfPresent(
                user, (id, known) -> new PlatformUser(id, known.tenant(), known.canonicalId(), known.name(), active));
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        users.remove(user);
        keys.remove(user);
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return keys.computeIfAbsent(
                user, id -> new PlatformKey("SINK" + id.value(), Secret.of("of no worth: " + id.value())));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return Optional.ofNullable(keys.get(user)).stream().toList();
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        keys.remove(user);
    }

    @Override
    public void close() {}
}
