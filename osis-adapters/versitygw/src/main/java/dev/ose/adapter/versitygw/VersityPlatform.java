package dev.ose.adapter.versitygw;

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
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.plugin.UserTurns;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A versitygw. Each user of OSE is an account of the gateway, whose access key is the user's id and stays as long as
 * the user: buckets are owned by access keys. Each tenant is marked by one more account.
 *
 * <p>An account has one key pair, so {@link #createKey} gives the same access key another secret key. {@link
 * AccountState} says how an account is stopped. A change reads the account first; changes of one user by this adapter
 * wait for one another.
 */
public final class VersityPlatform implements StoragePlatform {

    /**
     * Capabilities observed with release 1.8.0 that its front end has whatever stores the objects: the gateway does not
     * report its release. Nodes probe those that depend on the store.
     */
    private static final Set<Capability> CAPABILITIES = EnumSet.of(
            Capability.TRAILERS,
            Capability.CRC64NVME,
            Capability.NEWER_CHECKSUMS,
            Capability.ENFORCES_SIGNED_HASH,
            Capability.POST_UPLOAD,
            Capability.CORS,
            Capability.BUCKET_LISTS,
            Capability.BUCKET_TRANSFERS);

    private static final Set<Quirk> QUIRKS = EnumSet.of(
            Quirk.ONE_KEY_PER_USER,
            Quirk.POLICIES_BIND_OWNERS,
            Quirk.NEW_BUCKETS_MAY_HAVE_ACLS,
            Quirk.ENCRYPTION_OVERLOOKED,
            Quirk.NEWER_SETTINGS_OVERLOOKED,
            Quirk.RANGE_CONDITIONS_OVERLOOKED);

    private static final String VERSION = "1.8 or later";

    private final PlatformInfo info;
    private final VersityAdminApi api;
    private final GatewayAccounts accounts;
    private final GatewayBuckets buckets;
    private final SecureRandom random;
    private final UserTurns turns = new UserTurns();

    private VersityPlatform(PlatformInfo info, VersityAdminApi api, SecureRandom random) {
        this.info = info;
        this.api = api;
        this.accounts = new GatewayAccounts(api, random);
        this.buckets = new GatewayBuckets(api);
        this.random = random;
    }

    /**
     * Creates an adapter; sends no request.
     *
     * @param random makes secret keys
     */
    public static VersityPlatform of(VersityPlatformConfig config, Clock clock, SecureRandom random) {
        PlatformInfo info =
                new PlatformInfo("versitygw", VERSION, config.s3Endpoint(), config.region(), CAPABILITIES, QUIRKS);
        return new VersityPlatform(info, new VersityAdminApi(config, clock), random);
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    @Override
    public void checkAccess() {
        accounts.check();
        buckets.check();
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        PlatformTenantId tenant = AccountNames.tenant(request.externalId());
        return findTenant(tenant).orElseGet(() -> accounts.createMarker(AccountNames.marker(tenant), request.name())
                .toPlatformTenant(tenant));
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return AccountNames.isTenant(tenant)
                ? accounts.find(AccountNames.marker(tenant)).map(marker -> marker.toPlatformTenant(tenant))
                : Optional.empty();
    }

    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (!AccountNames.isTenant(tenant)) {
            return;
        }
        List<GatewayAccount> all = accounts.all();
        if (all.stream().noneMatch(account -> account.accessKey().equals(AccountNames.marker(tenant)))) {
            return;
        }
        if (all.stream().anyMatch(account -> isUserOf(account, tenant))) {
            throw new PlatformException(Kind.REJECTED, "Tenant " + tenant.value() + " still has users.");
        }
        accounts.delete(AccountNames.marker(tenant));
    }

    private static boolean isUserOf(GatewayAccount account, PlatformTenantId tenant) {
        PlatformUserId user = new PlatformUserId(account.accessKey());
        return AccountNames.isUser(user) && AccountNames.tenantOf(user).equals(tenant);
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        if (findTenant(request.tenant()).isEmpty()) {
            throw new PlatformException(
                    Kind.NOT_FOUND, "There is no tenant " + request.tenant().value() + ".");
        }
        PlatformUserId user = AccountNames.user(request.tenant(), request.externalId());
        return accounts.createUser(user.value(), request.name()).toPlatformUser();
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return find(user).map(GatewayAccount::toPlatformUser);
    }

    private Optional<GatewayAccount> find(PlatformUserId user) {
        return AccountNames.isUser(user) ? accounts.find(user.value()) : Optional.empty();
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        change(user, active ? "let a user act again" : "stop a user", state -> state.with(active));
    }

    /** Changes the state of an existing user, as the only one here who does. */
    private GatewayAccount change(PlatformUserId user, String purpose, UnaryOperator<AccountState> change) {
        return turns.take(user, () -> {
            AccountState state =
                    change.apply(find(user).orElseThrow(() -> missing(user)).state());
            accounts.put(user.value(), state, purpose);
            return new GatewayAccount(user.value(), state);
        });
    }

    private static PlatformException missing(PlatformUserId user) {
        return new PlatformException(Kind.NOT_FOUND, "There is no user " + user.value() + ".");
    }

    /**
     * The gateway would delete an account and leave its buckets to an access key that no longer exists. So the user is
     * stopped before the last look at its buckets, and acts again if there are some, or if the gateway cannot say.
     */
    @Override
    public void deleteUser(PlatformUserId user) {
        turns.take(user, () -> {
            find(user).ifPresent(account -> {
                requireNoBuckets(user);
                if (!deleteStoppedOrResume(account)) {
                    resume(account);
                    requireNoBuckets(user);
                }
            });
            return user;
        });
    }

    private boolean deleteStoppedOrResume(GatewayAccount account) {
        try {
            return deleteStopped(account);
        } catch (PlatformException e) {
            // One that may have stopped or deleted the user says so by itself, and is to be repeated.
            if (e.kind() != Kind.OUTCOME_UNKNOWN) {
                resume(account);
            }
            throw e;
        }
    }

    /** Gives an account the state back that it had; if that fails the user may be stopped. */
    private void resume(GatewayAccount account) {
        try {
            accounts.put(account.accessKey(), account.state(), "let a user act again");
        } catch (PlatformException e) {
            throw new PlatformException(
                    Kind.OUTCOME_UNKNOWN, "User " + account.accessKey() + " was stopped and not deleted.", e);
        }
    }

    private void requireNoBuckets(PlatformUserId user) {
        if (buckets.anyOf(user)) {
            throw new PlatformException(Kind.REJECTED, "User " + user.value() + " still owns buckets.");
        }
    }

    /** Stops the user and deletes it unless it owns buckets; whether it was deleted. */
    private boolean deleteStopped(GatewayAccount account) {
        accounts.put(account.accessKey(), account.state().with(false), "stop a user");
        if (buckets.anyOf(new PlatformUserId(account.accessKey()))) {
            return false;
        }
        accounts.delete(account.accessKey());
        return true;
    }

    /** Deletes the user: objects belong to buckets here. An owner of buckets stays, stopped and without its key. */
    @Override
    public void retireUser(PlatformUserId user) {
        turns.take(user, () -> {
            find(user).ifPresent(account -> {
                AccountState retired = account.state().withoutKey(random).with(false);
                deleteStopped(new GatewayAccount(account.accessKey(), retired));
            });
            return user;
        });
    }

    /** Gives the user's access key another secret key; the former one opens nothing from then on. */
    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return change(user, "create a key", state -> state.withNewKey(random))
                .keys()
                .getFirst();
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return find(user).map(GatewayAccount::keys).orElse(List.of());
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        boolean isThere =
                listKeys(user).stream().anyMatch(key -> key.accessKey().equals(accessKey));
        if (isThere) {
            change(user, "delete a key", state -> state.withoutKey(random));
        }
    }

    /** Reads all buckets of the gateway for each page: it does not list them by owner. */
    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        return find(user).isPresent() ? buckets.of(user, after, limit) : List.of();
    }

    /** With all that is in it. The gateway deletes the bucket's policy and resets its ACL. */
    @Override
    public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        PlatformUser owner = findUser(from).orElseThrow(() -> missing(from));
        PlatformUser next = findUser(to).orElseThrow(() -> missing(to));
        if (!owner.tenant().equals(next.tenant())) {
            throw new PlatformException(Kind.NOT_FOUND, to.value() + " is not of the tenant of " + from.value() + ".");
        }
        buckets.transfer(from, to, bucket);
    }

    @Override
    public void close() {
        api.close();
    }
}
