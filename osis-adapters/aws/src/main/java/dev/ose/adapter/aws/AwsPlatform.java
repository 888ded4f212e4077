package dev.ose.adapter.aws;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantHealth;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.aws.AwsPlatformConfig.Source;
import dev.ose.adapter.aws.AwsUserRecord.State;
import dev.ose.adapter.plugin.UserTurns;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * AWS. Each tenant has an account of an organisation, or all have one; each user of OSE is a user of IAM there, whose
 * access
 * key nodes sign with. A bucket is the account's, and opened to the user who was admitted to it.
 *
 * <p>Several steps make or end each of them; each may be repeated, and another call completes what a crash has cut off.
 */
final class AwsPlatform implements StoragePlatform {

    /** What AWS documents of S3; probes of a node try some of it. */
    private static final Set<Capability> CAPABILITIES = EnumSet.of(
            Capability.TRAILERS,
            Capability.CRC64NVME,
            Capability.ENFORCES_SIGNED_HASH,
            Capability.EXACT_KEYS,
            Capability.CONDITIONAL_WRITES,
            Capability.CONDITIONAL_DELETES,
            Capability.CONDITIONAL_COMPLETIONS,
            Capability.COPY_SOURCE_CONDITIONS,
            Capability.VERSIONING,
            Capability.TAGGING,
            Capability.OBJECT_LOCK,
            Capability.LIFECYCLE,
            Capability.LIFECYCLE_SIZES,
            Capability.SSE_S3,
            Capability.CORS,
            Capability.POST_UPLOAD,
            Capability.BUCKET_LISTS,
            Capability.BUCKET_TRANSFERS,
            Capability.CONSOLE);

    private static final Set<Quirk> QUIRKS = EnumSet.of(
            Quirk.BUCKETS_NEED_ADMISSION,
            Quirk.EMPTY_BUCKET_LISTS_DENIED,
            Quirk.OWNERS_NOT_NAMED,
            Quirk.TWO_KEYS_PER_USER);

    private static final String FIRST_REGION = "us-east-1";

    private final AwsPlatformConfig config;
    private final PlatformInfo info;
    private final AwsClients clients;
    private final AwsRegistry registry;
    private final AwsAccounts organisation;
    private final AwsOnboarding tenants;
    private final AwsUserRecords records;
    private final AwsUsers users;
    private final AwsGrants grants;
    private final AwsBuckets buckets;
    private final UserTurns turns = new UserTurns();

    /**
     * An adapter; sends no request.
     *
     * @param random makes nonces
     */
    AwsPlatform(AwsPlatformConfig config, PlatformInfo info, Clock clock, SecureRandom random) {
        this.config = config;
        this.info = info;
        AwsCalls calls = new AwsCalls(config.patience());
        this.clients = new AwsClients(config, calls, clock);
        this.registry = new AwsRegistry(calls, clients.s3(), config.registry());
        this.organisation = new AwsAccounts(calls, clients, config);
        this.tenants = new AwsOnboarding(registry, clients, organisation, config, clock);
        this.records = new AwsUserRecords(registry);
        AwsPatience patience = config.patience();
        AwsKeySeal seal = new AwsKeySeal(config.keySecret(), random);
        this.users = new AwsUsers(calls, clients, records, seal, patience, clock);
        this.grants = new AwsGrants(calls, clients, records);
        this.buckets = new AwsBuckets(calls, clients, registry, records, grants, patience);
    }

    /** What AWS is, as far as the adapter knows. */
    static PlatformInfo describe(AwsPlatformConfig.Site site) {
        return new PlatformInfo(
                "aws", "as of 2026", AwsClients.s3Endpoint(site), site.region(), CAPABILITIES, quirks(site.region()));
    }

    /** In the first region a bucket is created without a constraint, and not with it. */
    private static Set<Quirk> quirks(String region) {
        Set<Quirk> quirks = EnumSet.copyOf(QUIRKS);
        if (!region.equals(FIRST_REGION)) {
            quirks.add(Quirk.REGION_NAMED_IN_CREATION);
        }
        return quirks;
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    /** Tries what only looks. What changes something can only be tried by a change. */
    @Override
    public void checkAccess() {
        registry.check();
        clients.ownAccount();
        if (config.accounts().source() == Source.SHARE) {
            String shared = config.accounts().shared();
            clients.in(shared == null ? clients.ownAccount() : shared);
        } else {
            organisation.check();
        }
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        PlatformTenantId tenant = AwsNames.tenant(request.externalId());
        return new PlatformTenant(tenant, tenants.enable(tenant, request.name()).name());
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return tenants.find(tenant).map(record -> new PlatformTenant(tenant, record.name()));
    }

    /** The account stays. Users who were created meanwhile keep the tenant. */
    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (tenants.find(tenant).isPresent()) {
            requireNoUsers(tenant);
            tenants.revoke(tenant);
            try {
                requireNoUsers(tenant);
            } catch (PlatformException e) {
                tenants.restore(tenant);
                throw e;
            }
        }
    }

    private void requireNoUsers(PlatformTenantId tenant) {
        if (!records.isEmpty(tenant)) {
            throw new PlatformException(Kind.REJECTED, "Tenant " + tenant.value() + " still has users.");
        }
    }

    /** Whether the tenant's account is in order. */
    @Override
    public TenantHealth tenantHealth(PlatformTenantId tenant) {
        String account = accountOf(tenant);
        if (config.accounts().source() == Source.SHARE) {
            return TenantHealth.NOT_APPLICABLE;
        }
        return organisation.isActive(account).orElse(false) ? TenantHealth.AVAILABLE : TenantHealth.UNAVAILABLE;
    }

    private String accountOf(PlatformTenantId tenant) {
        return tenants.find(tenant)
                .map(record -> Objects.requireNonNull(record.account()))
                .orElseThrow(() -> new PlatformException(Kind.NOT_FOUND, "There is no tenant " + tenant.value() + "."));
    }

    /**
     * The record of the user comes first and keeps the tenant from being deleted; then the tenant has to be there
     * yet.
     */
    @Override
    public PlatformUser createUser(UserRequest request) {
        String account = accountOf(request.tenant());
        PlatformUserId user = AwsNames.user(request.tenant(), request.externalId());
        return turns.take(user, () -> {
            users.look(user).filter(old -> old.state() == State.ENDED).ifPresent(this::delete);
            records.create(AwsUserRecord.made(user, account, request.name()));
            AwsUserRecord record = users.look(user).orElseThrow(() -> AwsUserRecords.missing(user));
            if (record.state() == State.READY) {
                return toPlatformUser(record);
            }
            if (tenants.find(request.tenant()).isEmpty()) {
                delete(record);
                accountOf(request.tenant());
            }
            return toPlatformUser(users.complete(record));
        });
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return records.find(user).map(AwsPlatform::toPlatformUser);
    }

    /** AWS names accounts as owners, so nodes name users themselves. */
    private static PlatformUser toPlatformUser(AwsUserRecord record) {
        PlatformUserId id = record.id();
        return new PlatformUser(id, AwsNames.tenantOf(id), id.value(), record.name(), record.active());
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        turns.take(user, () -> {
            users.setActive(records.required(user), active);
            return user;
        });
    }

    /** From the moment when it is marked nothing admits it to a bucket; then the last look at its buckets is taken. */
    @Override
    public void deleteUser(PlatformUserId user) {
        turns.take(user, () -> {
            users.look(user).ifPresent(record -> {
                if (record.state() == State.ENDED) {
                    delete(record);
                } else {
                    requireNoBuckets(record);
                    AwsUserRecord marked = records.change(user, now -> now.in(State.ENDED));
                    try {
                        requireNoBuckets(marked);
                    } catch (PlatformException e) {
                        records.change(user, now -> now.in(record.state()));
                        throw e;
                    }
                    delete(marked);
                }
            });
            return user;
        });
    }

    private void requireNoBuckets(AwsUserRecord record) {
        if (buckets.anyOf(record)) {
            throw new PlatformException(Kind.REJECTED, "User " + record.id().value() + " still owns buckets.");
        }
    }

    private void delete(AwsUserRecord record) {
        grants.deleteAll(record);
        users.delete(record);
        buckets.forget(record);
        records.delete(record.id());
    }

    /** Deletes the user: objects belong to buckets here. An owner of buckets stays, stopped and without keys. */
    @Override
    public void retireUser(PlatformUserId user) {
        Optional<AwsUserRecord> found = records.find(user);
        if (found.isPresent() && buckets.anyOf(found.get())) {
            turns.take(user, () -> {
                users.setActive(found.get(), false);
                users.deleteKeys(found.get());
                return user;
            });
        } else {
            deleteUser(user);
        }
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return turns.take(user, () -> users.createKey(records.required(user)));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return records.find(user).map(users::keys).orElse(List.of());
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        records.find(user).ifPresent(record -> users.deleteKey(record, accessKey));
    }

    @Override
    public boolean admitToBucket(PlatformUserId user, String bucket) {
        return turns.take(user, () -> {
            AwsUserRecord record = records.required(user);
            return buckets.admit(record, bucket, users.s3Of(record));
        });
    }

    @Override
    public void releaseBucket(PlatformUserId user, String bucket) {
        records.find(user).ifPresent(record -> buckets.release(record, bucket));
    }

    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        return records.find(user)
                .map(record -> buckets.list(record, after, limit))
                .orElse(List.of());
    }

    /** With all that is in it: objects are the account's. Both users have it for a moment. */
    @Override
    public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        AwsUserRecord owner = records.required(from);
        AwsUserRecord next = records.required(to);
        if (!AwsNames.tenantOf(from).equals(AwsNames.tenantOf(to))) {
            throw new PlatformException(Kind.NOT_FOUND, to.value() + " is not of the tenant of " + from.value() + ".");
        }
        buckets.transfer(owner, next, bucket);
    }

    /** Where an administrator signs in. */
    @Override
    public URI console() {
        return AwsClients.console(config.site());
    }

    @Override
    public void close() {
        clients.close();
    }
}
