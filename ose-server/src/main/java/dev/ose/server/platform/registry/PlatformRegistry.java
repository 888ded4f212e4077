package dev.ose.server.platform.registry;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.Capability;
import dev.ose.adapter.OwnChangeListener;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformRole;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDecisions;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.PlatformStore;
import dev.ose.server.platform.RecordedPlatform;
import dev.ose.server.platform.capacity.CapacitySource;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.net.URI;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The platforms of this node by id. The set is fixed; the adapters are closed by the code that created them. */
public final class PlatformRegistry
        implements PlatformAdministration, PlatformDecisions, AttachedPlatforms, CapacitySource {

    private final Map<PlatformId, Entry> entries;
    private final List<RecordedPlatform> absent;

    private PlatformRegistry(Map<PlatformId, Entry> entries, List<RecordedPlatform> absent) {
        this.entries = Map.copyOf(entries);
        this.absent = List.copyOf(absent);
    }

    /**
     * Registers each platform under its name, which determines its id. Blocks on the database, and on a platform whose
     * address has changed if there are several.
     *
     * @param adapters by the platform's name in the configuration; a renamed platform is another one
     * @throws FailureException {@code Invalid} if the name stands or may stand for another platform than before
     */
    public static PlatformRegistry register(Map<String, StoragePlatform> adapters, PlatformStore store) {
        Registration registration = new Registration(adapters, store);
        Map<PlatformId, Entry> entries = new HashMap<>();
        registration.perform().forEach((name, platform) -> {
            StoragePlatform adapter = Objects.requireNonNull(adapters.get(name));
            entries.put(platform.id(), new Entry(platform, adapter));
        });
        return new PlatformRegistry(entries, registration.absent());
    }

    /** Recorded platforms that this node does not have: for its requests they are unavailable. */
    public List<RecordedPlatform> absent() {
        return absent;
    }

    /** Has the platform report its own changes from now on. */
    public void reportOwnChanges(PlatformId platform, OwnChangeListener listener) {
        entry(platform).adapter().reportOwnChanges(listener);
    }

    @Override
    public Platform get(PlatformId id) {
        return entry(id).platform();
    }

    @Override
    public List<Platform> all() {
        return entries.values().stream()
                .map(Entry::platform)
                .sorted(Comparator.comparing(Platform::name))
                .toList();
    }

    @Override
    public Optional<Platform> named(String name) {
        return entries.values().stream()
                .map(Entry::platform)
                .filter(platform -> platform.name().equals(name))
                .findFirst();
    }

    /** The names of principals in the platform's bucket policies; does not block. */
    public Optional<PrincipalNames> principalNames(PlatformId id) {
        return entry(id).adapter().principalNames();
    }

    @Override
    public PlatformInfo info(PlatformId platform) {
        return entry(platform).adapter().info();
    }

    @Override
    public void learn(PlatformId platform, Set<Capability> capabilities) {
        entry(platform).learn(capabilities);
    }

    private Entry entry(PlatformId id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            // Another node may have it. What belongs there must never be looked for elsewhere.
            throw new FailureException(new Failure.PlatformUnreachable(nameOf(id)));
        }
        return entry;
    }

    @Override
    public String nameOf(PlatformId id) {
        Entry entry = entries.get(id);
        return entry != null
                ? entry.platform().name()
                : absent.stream()
                        .filter(platform -> platform.id().equals(id))
                        .map(RecordedPlatform::name)
                        .findFirst()
                        .orElse("number " + id);
    }

    @Override
    public PlatformTenant createTenant(PlatformId platform, TenantId tenant, String name) {
        return ask(
                platform,
                "CreateTenant",
                adapter -> withEndpoint(
                        adapter.createTenant(new TenantRequest(tenant.toString(), name)),
                        adapter.info().s3Endpoint()));
    }

    /** Without its endpoint if that is the platform's, which an operator may change. */
    private static PlatformTenant withEndpoint(PlatformTenant tenant, URI ofPlatform) {
        URI own = tenant.s3Endpoint();
        if (own == null || own.equals(ofPlatform)) {
            return new PlatformTenant(tenant.id(), tenant.name());
        }
        if (own.getHost() == null) {
            throw new PlatformException(
                    PlatformException.Kind.REJECTED,
                    "The platform gives the tenant no usable endpoint: " + Platform.noHost(own) + '.');
        }
        if (ofPlatform.getScheme().equals("https") && !own.getScheme().equals("https")) {
            throw new PlatformException(
                    PlatformException.Kind.REJECTED,
                    "The platform gives the tenant an S3 endpoint without TLS, " + own + ", though its own, "
                            + ofPlatform + ", has it.");
        }
        return tenant;
    }

    @Override
    public PlatformUser createUser(PlatformId platform, PlatformTenantId tenant, User user) {
        return ask(
                platform,
                "CreateUser",
                adapter -> adapter.createUser(
                        new UserRequest(tenant, user.id().toString(), user.name(), role(user.role()))));
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformId platform, PlatformTenantId tenant) {
        return ask(platform, "FindTenant", adapter -> adapter.findTenant(tenant)
                .map(found -> withEndpoint(found, adapter.info().s3Endpoint())));
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformId platform, PlatformUserId user) {
        return ask(platform, "FindUser", adapter -> adapter.findUser(user));
    }

    @Override
    public void setUserActive(PlatformId platform, PlatformUserId user, boolean active) {
        order(platform, "SetUserActive", adapter -> adapter.setUserActive(user, active));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformId platform, PlatformUserId user) {
        // An inactive key cannot sign.
        return ask(platform, "ListKeys", adapter -> adapter.listKeys(user)).stream()
                .filter(PlatformKey::active)
                .toList();
    }

    private static PlatformRole role(Role role) {
        return switch (role) {
            case TENANT_ADMIN -> PlatformRole.TENANT_ADMIN;
            case TENANT_USER -> PlatformRole.TENANT_USER;
        };
    }

    @Override
    public PlatformKey createKey(PlatformId platform, PlatformUserId user) {
        return ask(platform, "CreateKey", adapter -> adapter.createKey(user));
    }

    @Override
    public void deleteKey(PlatformId platform, PlatformUserId user, String accessKey) {
        order(platform, "DeleteKey", adapter -> adapter.deleteKey(user, accessKey));
    }

    @Override
    public void retireUser(PlatformId platform, PlatformUserId user) {
        order(platform, "RetireUser", adapter -> adapter.retireUser(user));
    }

    @Override
    public void deleteUser(PlatformId platform, PlatformUserId user) {
        order(platform, "DeleteUser", adapter -> adapter.deleteUser(user));
    }

    @Override
    public void deleteTenant(PlatformId platform, PlatformTenantId tenant) {
        order(platform, "DeleteTenant", adapter -> adapter.deleteTenant(tenant));
    }

    @Override
    public List<PlatformBucket> listBuckets(PlatformId platform, PlatformUserId user, String after, int limit) {
        return ask(platform, "ListBuckets", adapter -> adapter.listBuckets(user, after, limit));
    }

    @Override
    public void transferBucket(PlatformId platform, PlatformUserId from, PlatformUserId to, String bucket) {
        order(platform, "TransferBucket", adapter -> adapter.transferBucket(from, to, bucket));
    }

    @Override
    public boolean admitToBucket(PlatformId platform, PlatformUserId user, String bucket) {
        return ask(platform, "AdmitToBucket", adapter -> adapter.admitToBucket(user, bucket));
    }

    @Override
    public void releaseBucket(PlatformId platform, PlatformUserId user, String bucket) {
        order(platform, "ReleaseBucket", adapter -> adapter.releaseBucket(user, bucket));
    }

    @Override
    public PlatformUsage usage(PlatformId platform, PlatformUserId user) {
        return ask(platform, "GetUsage", adapter -> adapter.usage(user));
    }

    @Override
    public Optional<PlatformCapacity> capacity(PlatformId platform) {
        return ask(platform, "GetCapacity", StoragePlatform::capacity);
    }

    @Override
    public URI console(PlatformId platform) {
        return ask(platform, "GetConsole", StoragePlatform::console);
    }

    @Override
    public URI console(PlatformId platform, PlatformTenantId tenant) {
        return ask(platform, "GetConsole", adapter -> adapter.console(tenant));
    }

    @Override
    public AccessAnswer explain(PlatformId platform, AccessQuestion question) {
        return ask(platform, "ExplainAccess", adapter -> adapter.explain(question));
    }

    private void order(PlatformId platform, String operation, Consumer<StoragePlatform> order) {
        ask(platform, operation, adapter -> {
            order.accept(adapter);
            return adapter;
        });
    }

    private <T> T ask(PlatformId platform, String operation, Function<StoragePlatform, T> question) {
        Entry entry = entry(platform);
        try {
            return question.apply(entry.adapter());
        } catch (PlatformException e) {
            throw new FailureException(explain(entry.platform().name(), operation, e));
        }
    }

    private static Failure explain(String platform, String operation, PlatformException e) {
        return switch (e.kind()) {
            // Only ids of the platform itself are used: if it does not know them, that is its refusal, not the caller's
            // fault.
            case NOT_FOUND, REJECTED -> new Failure.PlatformRefused(platform, String.valueOf(e.getMessage()));
            case NOT_IMPLEMENTED -> new Failure.NotOffered(operation);
            case UNAVAILABLE -> new Failure.PlatformUnreachable(platform);
            case OUTCOME_UNKNOWN -> new Failure.OutcomeUnknown(operation);
        };
    }

    /** The present state of a platform. */
    private static final class Entry {

        private final StoragePlatform adapter;
        private volatile Platform platform;

        Entry(Platform platform, StoragePlatform adapter) {
            this.platform = platform;
            this.adapter = adapter;
        }

        Platform platform() {
            return platform;
        }

        StoragePlatform adapter() {
            return adapter;
        }

        void learn(Set<Capability> capabilities) {
            platform = platform.with(capabilities);
        }
    }
}
