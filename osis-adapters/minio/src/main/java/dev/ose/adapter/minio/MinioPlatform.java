package dev.ose.adapter.minio;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.plugin.OrderedAccessKeys;
import dev.ose.adapter.plugin.UserTurns;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A MinIO server. Each user of OSE is a user there, whose access keys nodes sign with; each tenant is a policy that all
 * its users have. A bucket belongs to the user who was admitted to it, by a policy of the bucket.
 *
 * <p>Several steps make or end a user; each may be repeated, and another call completes what a crash has cut off.
 */
public final class MinioPlatform implements StoragePlatform {

    /** Capabilities observed with the release that tests run: MinIO reports its release only to some administrators. */
    private static final Set<Capability> CAPABILITIES = EnumSet.of(
            Capability.TRAILERS,
            Capability.CRC64NVME,
            Capability.ENFORCES_SIGNED_HASH,
            Capability.CONDITIONAL_WRITES,
            Capability.CONDITIONAL_COMPLETIONS,
            Capability.COPY_SOURCE_CONDITIONS,
            Capability.VERSIONING,
            Capability.TAGGING,
            Capability.OBJECT_LOCK,
            Capability.LIFECYCLE,
            Capability.POST_UPLOAD,
            Capability.USAGE,
            Capability.BUCKET_LISTS,
            Capability.BUCKET_TRANSFERS,
            Capability.KEY_STATUS);

    private static final Set<Quirk> QUIRKS = EnumSet.of(
            Quirk.POLICIES_FOR_PUBLIC_ALONE,
            Quirk.BUCKETS_NEED_ADMISSION,
            Quirk.EMPTY_BUCKET_LISTS_DENIED,
            Quirk.OWNERS_NOT_NAMED,
            Quirk.USAGE_COUNTED_LATER,
            Quirk.NEWER_SETTINGS_OVERLOOKED,
            Quirk.RANGE_CONDITIONS_OVERLOOKED,
            Quirk.UPLOADS_NOT_SUMMED_UP);

    private static final String VERSION = "RELEASE.2025-10-15 or later";

    private final PlatformInfo info;
    private final MinioAdminApi api;
    private final MinioPolicies policies;
    private final MinioUsers users;
    private final MinioBuckets buckets;
    private final UserTurns turns = new UserTurns();

    private MinioPlatform(PlatformInfo info, MinioAdminApi api, KeySecrets secrets, Clock clock, SecureRandom random) {
        this.info = info;
        this.api = api;
        this.policies = new MinioPolicies(api);
        this.users = new MinioUsers(api, policies, secrets, new OrderedAccessKeys(clock, random), random);
        this.buckets = new MinioBuckets(api, policies);
    }

    /**
     * Creates an adapter; sends no request.
     *
     * @param random makes secret keys, salts and nonces
     */
    public static MinioPlatform of(MinioPlatformConfig config, Clock clock, SecureRandom random) {
        PlatformInfo info =
                new PlatformInfo("minio", VERSION, config.s3Endpoint(), config.region(), CAPABILITIES, QUIRKS);
        return new MinioPlatform(
                info, new MinioAdminApi(config, clock, random), new KeySecrets(config.keySecret()), clock, random);
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    /** Tries what only looks, with names that nothing has. What changes something can only be tried by a change. */
    @Override
    public void checkAccess() {
        PlatformTenantId none = MinioNames.tenant("none");
        PlatformUserId missing = MinioNames.user(none, "none");
        users.find(missing);
        users.keys(missing);
        policies.findName(MinioNames.policyOf(none));
        policies.users(MinioNames.policyOf(none));
        buckets.check();
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        PlatformTenantId tenant = MinioNames.tenant(request.externalId());
        return new PlatformTenant(tenant, policies.createForTenant(MinioNames.policyOf(tenant), request.name()));
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return MinioNames.isTenant(tenant)
                ? policies.findName(MinioNames.policyOf(tenant)).map(name -> new PlatformTenant(tenant, name))
                : Optional.empty();
    }

    /** MinIO itself refuses to delete a policy that users have. */
    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (findTenant(tenant).isPresent() && !policies.delete(MinioNames.policyOf(tenant))) {
            throw new PlatformException(Kind.REJECTED, "Tenant " + tenant.value() + " still has users.");
        }
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        PlatformTenantId tenant = request.tenant();
        if (findTenant(tenant).isEmpty()) {
            throw new PlatformException(Kind.NOT_FOUND, "There is no tenant " + tenant.value() + ".");
        }
        PlatformUserId user = MinioNames.user(tenant, request.externalId());
        return turns.take(user, () -> toPlatformUser(users.create(tenant, user, request.name())));
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return users.find(user).map(this::toPlatformUser);
    }

    private PlatformUser toPlatformUser(MinioUser user) {
        PlatformUserId id = user.id();
        return new PlatformUser(id, MinioNames.tenantOf(id), id.value(), users.name(id), user.isActive());
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        turns.take(user, () -> {
            users.setActive(users.required(user).id(), active);
            return user;
        });
    }

    /**
     * The user is stopped before the last look at its buckets, since MinIO would delete an owner of buckets. It acts
     * again if there are some, or if MinIO cannot say.
     */
    @Override
    public void deleteUser(PlatformUserId user) {
        turns.take(user, () -> {
            Optional<MinioUser> found = users.find(user);
            if (found.isPresent()) {
                requireNoBuckets(found.get());
                deleteOrResume(found.get());
            } else if (MinioNames.isUser(user)) {
                users.deleteRest(user);
            }
            return user;
        });
    }

    private void deleteOrResume(MinioUser user) {
        try {
            deleteStopped(user);
        } catch (PlatformException e) {
            // One that may have stopped or deleted the user says so by itself, and is to be repeated.
            if (e.kind() != Kind.OUTCOME_UNKNOWN && user.isActive()) {
                resume(user);
            }
            throw e;
        }
    }

    private void resume(MinioUser user) {
        try {
            users.setActive(user.id(), true);
        } catch (PlatformException e) {
            throw new PlatformException(
                    Kind.OUTCOME_UNKNOWN, "User " + user.id().value() + " was stopped and not deleted.", e);
        }
    }

    private void requireNoBuckets(MinioUser user) {
        if (buckets.anyOf(user)) {
            throw new PlatformException(Kind.REJECTED, "User " + user.id().value() + " still owns buckets.");
        }
    }

    private void deleteStopped(MinioUser user) {
        users.setActive(user.id(), false);
        MinioUser stopped = users.required(user.id());
        requireNoBuckets(stopped);
        users.delete(user.id());
        buckets.releaseAll(stopped);
    }

    /** Deletes the user: objects belong to buckets here. An owner of buckets stays, stopped and without keys. */
    @Override
    public void retireUser(PlatformUserId user) {
        turns.take(user, () -> {
            users.find(user).ifPresent(found -> {
                users.setActive(user, false);
                users.deleteKeys(user);
                if (!buckets.anyOf(users.required(user))) {
                    deleteStopped(found);
                }
            });
            return user;
        });
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return users.createKey(user);
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return users.find(user).isPresent() ? users.keys(user) : List.of();
    }

    @Override
    public void setKeyActive(PlatformUserId user, String accessKey, boolean active) {
        users.setKeyActive(users.required(user).id(), accessKey, active);
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        if (users.find(user).isPresent()) {
            users.deleteKey(user, accessKey);
        }
    }

    @Override
    public boolean admitToBucket(PlatformUserId user, String bucket) {
        return buckets.admit(users.required(user), bucket);
    }

    @Override
    public void releaseBucket(PlatformUserId user, String bucket) {
        if (users.find(user).isPresent()) {
            buckets.release(bucket);
        }
    }

    /** As the scanner last counted, which passes by every few minutes to days. */
    @Override
    public PlatformUsage usage(PlatformUserId user) {
        return buckets.usage(users.required(user));
    }

    /** Reads the names of all buckets of the server for each page. */
    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        return users.find(user).map(found -> buckets.of(found, after, limit)).orElse(List.of());
    }

    /** With all that is in it: objects have no owners. Both users have it for a moment. */
    @Override
    public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        MinioUser owner = users.required(from);
        MinioUser next = users.required(to);
        if (!MinioNames.tenantOf(from).equals(MinioNames.tenantOf(to))) {
            throw new PlatformException(Kind.NOT_FOUND, to.value() + " is not of the tenant of " + from.value() + ".");
        }
        buckets.transfer(owner, next, bucket);
    }

    @Override
    public Optional<PlatformCapacity> capacity() {
        return new MinioDrives(api).capacity();
    }

    @Override
    public void close() {
        api.close();
    }
}
