package dev.ose.server.database;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A platform's administration in memory that stores external ids, as the contract of adapters demands. */
public final class MemoryPlatform implements PlatformAdministration {

    public final Map<String, PlatformTenantId> tenants = new HashMap<>();
    /** S3 endpoints of tenants that have one of their own. */
    public final Map<PlatformTenantId, URI> endpoints = new HashMap<>();

    public final Map<String, PlatformUserId> users = new HashMap<>();
    public final Map<PlatformUserId, List<PlatformKey>> keys = new HashMap<>();
    public final Map<PlatformUserId, Boolean> active = new HashMap<>();
    public final Map<PlatformUserId, PlatformTenantId> homes = new HashMap<>();
    public final Map<String, PlatformUserId> buckets = new HashMap<>();
    /** Users by the buckets that they were admitted to. */
    public final Map<String, PlatformUserId> admissions = new HashMap<>();

    /** Why admissions to buckets fail, if they do. */
    public volatile @Nullable Failure refusal;

    private int made;

    @Override
    public synchronized PlatformTenant createTenant(PlatformId platform, TenantId tenant, String name) {
        return described(tenants.computeIfAbsent(tenant.toString(), id -> new PlatformTenantId("tenant-" + id)));
    }

    private PlatformTenant described(PlatformTenantId tenant) {
        return new PlatformTenant(tenant, tenant.value(), endpoints.get(tenant));
    }

    @Override
    public synchronized PlatformUser createUser(PlatformId platform, PlatformTenantId tenant, User user) {
        PlatformUserId id =
                users.computeIfAbsent(user.id().toString(), external -> new PlatformUserId("user-" + external));
        homes.put(id, tenant);
        return new PlatformUser(id, tenant, "canonical-" + user.id(), user.name(), true);
    }

    @Override
    public synchronized Optional<PlatformTenant> findTenant(PlatformId platform, PlatformTenantId tenant) {
        return tenants.containsValue(tenant) ? Optional.of(described(tenant)) : Optional.empty();
    }

    @Override
    public synchronized Optional<PlatformUser> findUser(PlatformId platform, PlatformUserId user) {
        return users.containsValue(user)
                ? Optional.of(new PlatformUser(
                        user,
                        homes.getOrDefault(user, new PlatformTenantId("any")),
                        user.value().replaceFirst("user", "canonical"),
                        "name",
                        active.getOrDefault(user, true)))
                : Optional.empty();
    }

    @Override
    public synchronized void setUserActive(PlatformId platform, PlatformUserId user, boolean isActive) {
        active.put(user, isActive);
    }

    @Override
    public synchronized List<PlatformKey> listKeys(PlatformId platform, PlatformUserId user) {
        return List.copyOf(keysOf(user));
    }

    @Override
    public synchronized PlatformKey createKey(PlatformId platform, PlatformUserId user) {
        made++;
        PlatformKey key = new PlatformKey("PLATFORM" + made, Secret.of("platform secret " + made));
        keysOf(user).add(key);
        return key;
    }

    @Override
    public synchronized void deleteKey(PlatformId platform, PlatformUserId user, String accessKey) {
        keysOf(user).removeIf(key -> key.accessKey().equals(accessKey));
    }

    @Override
    public synchronized void retireUser(PlatformId platform, PlatformUserId user) {
        active.put(user, false);
        keys.remove(user);
    }

    @Override
    public synchronized void deleteUser(PlatformId platform, PlatformUserId user) {
        users.values().remove(user);
        keys.remove(user);
    }

    @Override
    public synchronized void deleteTenant(PlatformId platform, PlatformTenantId tenant) {
        tenants.values().remove(tenant);
    }

    @Override
    public synchronized List<PlatformBucket> listBuckets(
            PlatformId platform, PlatformUserId user, String after, int limit) {
        return buckets.entrySet().stream()
                .filter(it -> it.getValue().equals(user) && it.getKey().compareTo(after) > 0)
                .sorted(Map.Entry.comparingByKey())
                .limit(limit)
                .map(it -> new PlatformBucket(it.getKey(), user, Instant.EPOCH))
                .toList();
    }

    @Override
    public synchronized void transferBucket(
            PlatformId platform, PlatformUserId from, PlatformUserId to, String bucket) {
        buckets.replace(bucket, to);
    }

    @Override
    public synchronized boolean admitToBucket(PlatformId platform, PlatformUserId user, String bucket) {
        if (refusal != null) {
            throw new FailureException(refusal);
        }
        boolean isFree = buckets.getOrDefault(bucket, user).equals(user);
        if (isFree) {
            admissions.put(bucket, user);
        }
        return isFree;
    }

    @Override
    public synchronized void releaseBucket(PlatformId platform, PlatformUserId user, String bucket) {
        admissions.remove(bucket, user);
    }

    @Override
    public URI console(PlatformId platform) {
        throw new UnsupportedOperationException();
    }

    @Override
    public URI console(PlatformId platform, PlatformTenantId tenant) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PlatformUsage usage(PlatformId platform, PlatformUserId user) {
        return new PlatformUsage(0, 0);
    }

    /** Creates a platform user unknown to OSE, with one key pair. */
    public synchronized PlatformUserId addStranger(PlatformTenantId tenant, String name) {
        PlatformUserId stranger = new PlatformUserId("user-" + name);
        tenants.putIfAbsent(tenant.value(), tenant);
        users.put(name, stranger);
        homes.put(stranger, tenant);
        keysOf(stranger).add(new PlatformKey("KEYOF" + name, Secret.of("secret of " + name)));
        return stranger;
    }

    private List<PlatformKey> keysOf(PlatformUserId user) {
        return keys.computeIfAbsent(user, absent -> new ArrayList<>());
    }
}
