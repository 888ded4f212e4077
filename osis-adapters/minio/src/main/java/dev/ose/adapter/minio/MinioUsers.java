package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.plugin.OrderedAccessKeys;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Users and their access keys. A user's own secret key is never given out: only its access keys are signed with. */
final class MinioUsers {

    private static final int SECRET_BYTES = 30;

    private final MinioAdminApi api;
    private final MinioPolicies policies;
    private final KeySecrets secrets;
    private final OrderedAccessKeys accessKeys;
    private final SecureRandom random;

    MinioUsers(
            MinioAdminApi api,
            MinioPolicies policies,
            KeySecrets secrets,
            OrderedAccessKeys accessKeys,
            SecureRandom random) {
        this.api = api;
        this.policies = policies;
        this.secrets = secrets;
        this.accessKeys = accessKeys;
        this.random = random;
    }

    /** A user of ours, completely made. */
    Optional<MinioUser> find(PlatformUserId user) {
        return MinioNames.isUser(user)
                ? look(user).filter(found -> found.isOf(MinioNames.tenantOf(user)))
                : Optional.empty();
    }

    MinioUser required(PlatformUserId user) {
        return find(user).orElseThrow(() -> missing(user));
    }

    static PlatformException missing(PlatformUserId user) {
        return new PlatformException(Kind.NOT_FOUND, "There is no user " + user.value() + ".");
    }

    /** Any user of that name. */
    private Optional<MinioUser> look(PlatformUserId user) {
        MinioAnswer answer =
                api.send(api.request("GET", "user-info", "find a user").with("accessKey", user.value()));
        return answer.isRefusedAs(MinioError.NO_SUCH_USER)
                ? Optional.empty()
                : Optional.of(answer.required().read(node -> MinioUser.read(user, node)));
    }

    /**
     * Makes the user, or what is left of it to make. First its name is kept, then it is made, and its tenant's policy
     * completes it; so a user of that name without a kept name is one of others.
     */
    MinioUser create(PlatformTenantId tenant, PlatformUserId user, String name) {
        Optional<MinioUser> found = look(user);
        if (found.filter(there -> there.isOf(tenant)).isPresent()) {
            return found.get();
        }
        String record = MinioNames.recordOf(user);
        if (found.isPresent() && policies.findName(record).isEmpty()) {
            throw new PlatformException(Kind.REJECTED, "MinIO has a user " + user.value() + " of others.");
        }
        policies.createForUser(record, name);
        if (found.isEmpty()) {
            put(user);
        }
        policies.attach(MinioNames.policyOf(tenant), user.value());
        return look(user).orElseThrow(() -> missing(user));
    }

    private void put(PlatformUserId user) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("secretKey", Base64.getUrlEncoder().withoutPadding().encodeToString(secret))
                .put("status", "enabled");
        api.send(api.request("PUT", "add-user", "create a user")
                        .with("accessKey", user.value())
                        .withSealed(JsonMapper.shared().writeValueAsBytes(document)))
                .required();
    }

    /** The name for people; the user's own if none was kept. */
    String name(PlatformUserId user) {
        return policies.findName(MinioNames.recordOf(user)).orElse(user.value());
    }

    /** A stopped user has no policies, and so none of its keys opens anything. */
    void setActive(PlatformUserId user, boolean active) {
        api.send(api.request("PUT", "set-user-status", active ? "let a user act again" : "stop a user")
                        .with("accessKey", user.value())
                        .with("status", active ? "enabled" : "disabled"))
                .required();
    }

    /** Deletes the user with its keys, and the record of its name last. */
    void delete(PlatformUserId user) {
        MinioAnswer answer =
                api.send(api.request("DELETE", "remove-user", "delete a user").with("accessKey", user.value()));
        if (!answer.isRefusedAs(MinioError.NO_SUCH_USER)) {
            answer.required();
        }
        policies.delete(MinioNames.recordOf(user));
    }

    /** Deletes what a deletion or a creation that was cut off has left of a user that is not complete. */
    void deleteRest(PlatformUserId user) {
        String record = MinioNames.recordOf(user);
        if (policies.findName(record).isPresent()) {
            delete(user);
        }
    }

    /** Creates one more key. MinIO makes none for a stopped user. */
    PlatformKey createKey(PlatformUserId user) {
        if (!required(user).isActive()) {
            throw new PlatformException(Kind.REJECTED, "MinIO makes no keys for a user that is stopped.");
        }
        PlatformKey key = secrets.key(accessKeys.next(), true);
        MinioRequest request =
                api.request("PUT", "add-service-account", "create a key").withSealed(account(user, key));
        String created = api.send(request).required().open(api.secretKey(), node -> node.required("credentials")
                .required("accessKey")
                .stringValue());
        if (!created.equals(key.accessKey())) {
            throw request.unanswered("its answer does not name the new key");
        }
        return key;
    }

    private byte[] account(PlatformUserId user, PlatformKey key) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("targetUser", user.value())
                .put("accessKey", key.accessKey())
                .put("description", secrets.mark(key.accessKey()));
        return key.secretKey().use(bytes -> {
            document.put("secretKey", new String(bytes, StandardCharsets.US_ASCII));
            return JsonMapper.shared().writeValueAsBytes(document);
        });
    }

    /** An access key as MinIO lists it. */
    private record Listed(String accessKey, String description, boolean isActive) {

        static Listed read(JsonNode node) {
            return new Listed(
                    node.required("accessKey").stringValue(),
                    node.path("description").asString(""),
                    node.required("accountStatus").stringValue().equals("on"));
        }
    }

    private List<Listed> list(PlatformUserId user) {
        return api.send(api.request("GET", "list-service-accounts", "list a user's keys")
                        .with("user", user.value()))
                .required()
                .open(api.secretKey(), node -> node.required("accounts")
                        .valueStream()
                        .map(Listed::read)
                        .sorted(Comparator.comparing(Listed::accessKey))
                        .toList());
    }

    /** Those whose secret keys are known. */
    List<PlatformKey> keys(PlatformUserId user) {
        return list(user).stream()
                .filter(listed -> listed.description().equals(secrets.mark(listed.accessKey())))
                .map(listed -> secrets.key(listed.accessKey(), listed.isActive()))
                .toList();
    }

    void setKeyActive(PlatformUserId user, String accessKey, boolean active) {
        if (list(user).stream().noneMatch(listed -> listed.accessKey().equals(accessKey))) {
            throw new PlatformException(
                    Kind.NOT_FOUND, "User " + user.value() + " has no access key " + accessKey + ".");
        }
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("newStatus", active ? "on" : "off");
        api.send(api.request("POST", "update-service-account", active ? "let a key work again" : "stop a key")
                        .with("accessKey", accessKey)
                        .withSealed(JsonMapper.shared().writeValueAsBytes(document)))
                .required();
    }

    void deleteKey(PlatformUserId user, String accessKey) {
        if (list(user).stream().anyMatch(listed -> listed.accessKey().equals(accessKey))) {
            deleteKey(accessKey);
        }
    }

    /** Deletes all keys of the user, those of others as well. */
    void deleteKeys(PlatformUserId user) {
        list(user).forEach(listed -> deleteKey(listed.accessKey()));
    }

    private void deleteKey(String accessKey) {
        MinioAnswer answer = api.send(
                api.request("DELETE", "delete-service-account", "delete a key").with("accessKey", accessKey));
        if (!answer.isRefusedAs(MinioError.NO_SUCH_SERVICE_ACCOUNT)) {
            answer.required();
        }
    }
}
