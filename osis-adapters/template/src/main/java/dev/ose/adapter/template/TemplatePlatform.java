package dev.ose.adapter.template;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An imagined platform. Its administration creates tenants and users with PUT under the caller's ids, which is
 * idempotent; without that, an adapter has to look for an existing one first.
 */
public final class TemplatePlatform implements StoragePlatform {

    /** Declare only capabilities that the contract suite has verified: OSE relies on each. */
    private static final Set<Capability> CAPABILITIES = Set.of();

    private final PlatformInfo info;
    private final AdminApi api;

    private TemplatePlatform(PlatformInfo info, AdminApi api) {
        this.info = info;
        this.api = api;
    }

    /** Creates an adapter; sends no request. */
    public static TemplatePlatform of(TemplateConfig config) {
        return new TemplatePlatform(
                new PlatformInfo("template", "1", config.s3Endpoint(), config.region(), CAPABILITIES, Set.of()),
                new AdminApi(config));
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    @Override
    public void checkAccess() {
        if (api.find("/status", "report whether it takes orders", node -> node).isEmpty()) {
            throw new PlatformException(Kind.REJECTED, "There is no administration at the admin endpoint.");
        }
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        return api.put(
                "/tenants/" + AdminApi.encode(request.externalId()),
                Map.of("name", request.name()),
                "create a tenant",
                TemplatePlatform::tenant);
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return api.find(path(tenant), "find a tenant", TemplatePlatform::tenant);
    }

    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (findTenant(tenant).isPresent()) {
            api.delete(path(tenant), "delete a tenant");
        }
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        return api.put(
                path(request.tenant()) + "/users/" + AdminApi.encode(request.externalId()),
                Map.of("name", request.name()),
                "create a user",
                TemplatePlatform::user);
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return api.find(path(user), "find a user", TemplatePlatform::user);
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        api.put(path(user) + "/active", Map.of("active", active), "lock a user out or in", node -> node);
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        api.delete(path(user), "delete a user");
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return api.post(path(user) + "/keys", "create a key", TemplatePlatform::key);
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return api.find(path(user) + "/keys", "list a user's keys", TemplatePlatform::keys)
                .orElse(List.of());
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        if (listKeys(user).stream().anyMatch(key -> key.accessKey().equals(accessKey))) {
            api.delete(path(user) + "/keys/" + AdminApi.encode(accessKey), "delete a key");
        }
    }

    @Override
    public void close() {
        api.close();
    }

    private static String path(PlatformTenantId tenant) {
        return "/tenants/" + AdminApi.encode(tenant.value());
    }

    private static String path(PlatformUserId user) {
        return "/users/" + AdminApi.encode(user.value());
    }

    private static PlatformTenant tenant(JsonNode node) {
        return new PlatformTenant(
                new PlatformTenantId(node.required("id").stringValue()),
                node.required("name").stringValue());
    }

    private static PlatformUser user(JsonNode node) {
        return new PlatformUser(
                new PlatformUserId(node.required("id").stringValue()),
                new PlatformTenantId(node.required("tenant").stringValue()),
                node.required("canonical_id").stringValue(),
                node.required("name").stringValue(),
                node.required("active").booleanValue());
    }

    private static List<PlatformKey> keys(JsonNode node) {
        return node.required("keys").valueStream().map(TemplatePlatform::key).toList();
    }

    private static PlatformKey key(JsonNode node) {
        return new PlatformKey(
                node.required("access_key").stringValue(),
                Secret.of(node.required("secret_key").stringValue()));
    }
}
