package dev.ose.adapter.osis;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformPrincipal;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantHealth;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.model.Information;
import dev.ose.osis.model.LoggingId;
import dev.ose.osis.model.OsisAnonymousUser;
import dev.ose.osis.model.OsisS3Capabilities;
import dev.ose.osis.model.OsisTenant;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A platform whose vendor runs an OSIS service. The caller's external ids take the place of Cloud Director's ids there.
 */
public final class OsisPlatform implements StoragePlatform {

    private final PlatformInfo info;
    private final OsisApi api;
    private final ServiceTenants tenants;
    private final ServiceUsers users;
    private final ServiceKeys keys;
    private final ServiceBucketsAndUsage holdings;

    private final boolean isOse;

    private OsisPlatform(PlatformInfo info, OsisApi api, boolean isOse) {
        this.info = info;
        this.isOse = isOse;
        this.api = api;
        this.tenants = new ServiceTenants(api);
        this.users = new ServiceUsers(api);
        this.keys = new ServiceKeys(api, users);
        this.holdings = new ServiceBucketsAndUsage(api, users);
    }

    /**
     * Reads the information and capabilities of a service. Blocks.
     *
     * @throws PlatformException of kind {@code UNAVAILABLE} if it does not answer, {@code REJECTED} if it refuses the
     *     login
     */
    public static ServiceFacts learn(OsisPlatformConfig config) {
        Information information;
        try (OsisApi anonymous = new OsisApi(config, false)) {
            information = anonymous
                    .sendOpenly(OsisRequest.get("/api/info", "report what it is"))
                    .required()
                    .read(Information.class);
        }
        ServiceFacts open = new ServiceFacts(information, new OsisS3Capabilities(Map.of()));
        try (OsisApi known = new OsisApi(config, open.wantsTokens())) {
            return new ServiceFacts(
                    information,
                    known.send(OsisRequest.get("/api/v1/s3capabilities", "report what its platform can do"))
                            .required()
                            .read(OsisS3Capabilities.class));
        }
    }

    /**
     * Creates an adapter for a service with these facts; sends no request.
     *
     * @throws PlatformException of kind {@code REJECTED} if neither configuration nor service states the address of the
     *     S3 service
     */
    public static OsisPlatform of(OsisPlatformConfig config, ServiceFacts facts) {
        return new OsisPlatform(
                facts.toPlatformInfo(config),
                new OsisApi(config, facts.wantsTokens()),
                facts.information().ose() != null);
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    /** Sends a request that needs authentication. */
    @Override
    public void checkAccess() {
        api.send(OsisRequest.get("/api/v1/tenants", "list tenants")
                        .with("offset", "0")
                        .with("limit", "1"))
                .required()
                .readPage(OsisTenant.class);
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        return tenants.create(request);
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return tenants.find(tenant.value()).map(ServiceTenants::tenant);
    }

    /** Refuses if the tenant has users: the contract does not define what a deletion does to them. */
    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (tenants.find(tenant.value()).isEmpty()) {
            return;
        }
        if (users.anyOf(tenant.value())) {
            throw new PlatformException(Kind.REJECTED, "Tenant " + tenant.value() + " still has users.");
        }
        tenants.delete(tenant.value());
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        OsisTenant home = tenants.find(request.tenant().value())
                .orElseThrow(() -> new PlatformException(
                        Kind.NOT_FOUND, "There is no tenant " + request.tenant().value() + "."));
        return users.create(home, request);
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return UserName.parse(user).flatMap(users::find);
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        users.setActive(ours(user), active);
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        UserName.parse(user).ifPresent(users::delete);
    }

    /**
     * OSIS allows a service to keep keys, but not to refuse deactivating a user, which makes remaining keys useless.
     */
    @Override
    public void retireUser(PlatformUserId user) {
        UserName.parse(user).filter(name -> users.find(name).isPresent()).ifPresent(name -> {
            users.setActive(name, false);
            keys.deleteAll(name);
        });
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return keys.create(ours(user));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return UserName.parse(user).map(keys::list).orElse(List.of());
    }

    @Override
    public void setKeyActive(PlatformUserId user, String accessKey, boolean active) {
        if (!info.capabilities().contains(Capability.KEY_STATUS)) {
            StoragePlatform.super.setKeyActive(user, accessKey, active);
        }
        keys.setActive(ours(user), accessKey, active);
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        UserName.parse(user).ifPresent(name -> keys.delete(name, accessKey));
    }

    @Override
    public PlatformUsage usage(PlatformUserId user) {
        return info.capabilities().contains(Capability.USAGE)
                ? holdings.usage(ours(user))
                : StoragePlatform.super.usage(user);
    }

    @Override
    public Optional<PlatformCapacity> capacity() {
        return info.capabilities().contains(Capability.USAGE) ? holdings.capacity(isOse) : Optional.empty();
    }

    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        if (!info.capabilities().contains(Capability.BUCKET_LISTS)) {
            return StoragePlatform.super.listBuckets(user, after, limit);
        }
        return UserName.parse(user)
                .map(name -> holdings.buckets(name, after, limit))
                .orElse(List.of());
    }

    @Override
    public URI console() {
        return info.capabilities().contains(Capability.CONSOLE)
                ? console(OsisRequest.get("/api/v1/console", "report its console"))
                : StoragePlatform.super.console();
    }

    @Override
    public URI console(PlatformTenantId tenant) {
        return info.capabilities().contains(Capability.CONSOLE)
                ? console(OsisRequest.get("/api/v1/console", "report a tenant's console")
                        .with("tenant_id", tenant.value()))
                : StoragePlatform.super.console(tenant);
    }

    @Override
    public PlatformPrincipal anonymousUser() {
        if (!info.capabilities().contains(Capability.ANONYMOUS_ID)) {
            return StoragePlatform.super.anonymousUser();
        }
        OsisAnswer answer = api.send(OsisRequest.get("/api/v1/anonymous-user", "report the anonymous user"))
                .required();
        OsisAnonymousUser user = answer.read(OsisAnonymousUser.class);
        String id = answer.member(user.id());
        return new PlatformPrincipal(id, Objects.requireNonNullElse(user.name(), id));
    }

    @Override
    public String logDeliveryId() {
        return info.capabilities().contains(Capability.LOG_DELIVERY_ID)
                ? api.send(OsisRequest.get("/api/v1/bucket-logging-id", "report the id of log delivery"))
                        .required()
                        .readText(LoggingId.class, LoggingId::loggingId)
                : StoragePlatform.super.logDeliveryId();
    }

    @Override
    public TenantHealth tenantHealth(PlatformTenantId tenant) {
        return tenants.health(tenant.value());
    }

    private URI console(OsisRequest request) {
        return api.send(request).required().readAddress();
    }

    @Override
    public void close() {
        api.close();
    }

    private static UserName ours(PlatformUserId user) {
        return UserName.parse(user)
                .orElseThrow(() -> new PlatformException(Kind.NOT_FOUND, "There is no user " + user.value() + "."));
    }
}
