package dev.ose.adapter.ceph;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.plugin.OrderedAccessKeys;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A Ceph object gateway. Each tenant of OSE is a tenant of the gateway, with a name space of buckets of its own.
 *
 * <p>Suspending a user there suspends its buckets as well: others who were granted access to them are locked out until
 * the user is active again.
 */
public final class CephPlatform implements StoragePlatform {

    /**
     * Capabilities observed with release 16.2, and none that only later ones have: the gateway does not report its
     * release.
     */
    private static final Set<Capability> CAPABILITIES = EnumSet.of(
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
            Capability.POST_UPLOAD,
            Capability.USAGE,
            Capability.BUCKET_LISTS,
            Capability.BUCKET_TRANSFERS);

    private static final Set<Quirk> QUIRKS = EnumSet.of(
            Quirk.PART_COPY_SOURCE_DECODED_TWICE,
            Quirk.BUCKETS_NAMED_PER_TENANT,
            Quirk.NEWER_SETTINGS_OVERLOOKED,
            Quirk.WRITE_CONDITIONS_UNQUOTED,
            Quirk.REMOVALS_NOT_TOLD_SAFELY,
            Quirk.TOPICS_ONLY,
            Quirk.RANGE_CONDITIONS_OVERLOOKED,
            Quirk.COPIED_TAGS_FOLLOW_METADATA,
            Quirk.UPLOAD_TAGS_AND_LOCKS_OVERLOOKED);
    private static final String VERSION = "16.2 or later";

    private final PlatformInfo info;
    private final GatewayAdminApi api;
    private final GatewayUsers users;
    private final GatewayBucketsAndQuotas holdings;
    private final OrderedAccessKeys accessKeys;

    private CephPlatform(PlatformInfo info, GatewayAdminApi api, OrderedAccessKeys accessKeys) {
        this.info = info;
        this.api = api;
        this.users = new GatewayUsers(api);
        this.holdings = new GatewayBucketsAndQuotas(api);
        this.accessKeys = accessKeys;
    }

    /**
     * Creates an adapter; sends no request.
     *
     * @param random need not be unpredictable: used for access key ids, not for secrets
     */
    public static CephPlatform of(CephPlatformConfig config, Clock clock, RandomGenerator random) {
        PlatformInfo info =
                new PlatformInfo("ceph", VERSION, config.s3Endpoint(), config.region(), CAPABILITIES, QUIRKS);
        return new CephPlatform(info, new GatewayAdminApi(config, clock), new OrderedAccessKeys(clock, random));
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    /** Also checks that the administrator has all needed capabilities. */
    @Override
    public void checkAccess() {
        users.checkCapabilities();
        api.reachS3();
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        PlatformTenantId tenant = GatewayIds.tenant(request.externalId());
        GatewayUser marker = users.create(GatewayIds.marker(tenant), request.name());
        return new PlatformTenant(tenant, marker.displayName());
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return GatewayIds.isOurs(tenant)
                ? users.find(GatewayIds.marker(tenant)).map(found -> new PlatformTenant(tenant, found.displayName()))
                : Optional.empty();
    }

    /** Reads the names of all users of the gateway, which cannot list them by tenant. */
    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (findTenant(tenant).isEmpty()) {
            return;
        }
        if (users.anyOf(tenant)) {
            throw new PlatformException(Kind.REJECTED, "Tenant " + tenant.value() + " still has users.");
        }
        users.delete(GatewayIds.marker(tenant));
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        if (findTenant(request.tenant()).isEmpty()) {
            throw new PlatformException(
                    Kind.NOT_FOUND, "There is no tenant " + request.tenant().value() + ".");
        }
        return users.create(GatewayIds.user(request.tenant(), request.externalId()), request.name())
                .toPlatformUser();
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return GatewayIds.isOurs(user) ? users.find(user).map(GatewayUser::toPlatformUser) : Optional.empty();
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        users.setSuspended(ours(user), !active);
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        if (GatewayIds.isOurs(user)) {
            users.delete(user);
        }
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return users.createKey(ours(user), accessKeys.next());
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return GatewayIds.isOurs(user) ? users.find(user).map(GatewayUser::keys).orElse(List.of()) : List.of();
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        if (GatewayIds.isOurs(user)) {
            users.deleteKey(user, accessKey);
        }
    }

    /** Lets the gateway recompute the statistics first, so that the figure is not some minutes old. */
    @Override
    public PlatformUsage usage(PlatformUserId user) {
        return holdings.usage(ours(user));
    }

    /** Reads all buckets of the user for each page: the gateway does not list them by pages. */
    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        return GatewayIds.isOurs(user) ? holdings.buckets(user, after, limit) : List.of();
    }

    /**
     * Only an empty bucket, which needs the capability {@code buckets=*}: objects keep the owner who wrote them, and
     * only radosgw-admin can change it. A bucket is suspended with its owner and stays so under the next one, even if
     * that command transferred it; activating the new owner resumes all of its buckets.
     */
    @Override
    public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        boolean isToBeWoken = !isActive(from) && isActive(to);
        holdings.transfer(ours(from), ours(to), bucket);
        if (isToBeWoken) {
            wake(to);
        }
    }

    /** A failure is ignored: the bucket has been transferred. */
    private void wake(PlatformUserId owner) {
        try {
            users.setSuspended(owner, false);
        } catch (PlatformException e) {
            throw new PlatformException(
                    PlatformException.Kind.OUTCOME_UNKNOWN,
                    "The bucket was transferred and may still be suspended.",
                    e);
        }
    }

    private boolean isActive(PlatformUserId user) {
        return findUser(user).map(PlatformUser::active).orElse(false);
    }

    @Override
    public Optional<PrincipalNames> principalNames() {
        return Optional.of(new GatewayPrincipals());
    }

    @Override
    public void close() {
        api.close();
    }

    private static PlatformUserId ours(PlatformUserId user) {
        if (!GatewayIds.isOurs(user)) {
            throw new PlatformException(Kind.NOT_FOUND, "There is no user " + user.value() + ".");
        }
        return user;
    }
}
