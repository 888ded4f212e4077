package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Users of the gateway and their keys. */
final class GatewayUsers {

    private static final String PATH = "/admin/user";
    private static final String NAMES_PATH = "/admin/metadata/user";
    private static final String PAGE = "1000";
    private static final int MAX_PAGES = 10_000;

    /** The needed capabilities, with the least permission of each. */
    private static final Map<String, String> NEEDED = Map.of("users", "*", "buckets", "read", "metadata", "read");

    private final GatewayAdminApi api;

    GatewayUsers(GatewayAdminApi api) {
        this.api = api;
    }

    /** Fails unless the administrator can log in and has these capabilities. */
    void checkCapabilities() {
        Map<String, String> granted = api.send(AdminRequest.get(PATH, "report what its administrator may do")
                        .with("access-key", api.accessKey()))
                .required()
                .read(node -> node.required("caps")
                        .valueStream()
                        .collect(Collectors.toMap(
                                cap -> cap.required("type").stringValue(),
                                cap -> cap.required("perm").stringValue(),
                                (one, other) -> one)));
        NEEDED.forEach((capability, least) -> {
            String permission = granted.getOrDefault(capability, "");
            if (!permission.equals("*") && !permission.contains(least)) {
                throw new PlatformException(
                        Kind.REJECTED,
                        "The administrator of the Ceph gateway lacks the capability " + capability + "=" + least + ".");
            }
        });
    }

    Optional<GatewayUser> find(PlatformUserId user) {
        AdminAnswer answer = api.send(AdminRequest.get(PATH, "find a user").with("uid", user.value()));
        return answer.isRefusedAs(GatewayError.NO_SUCH_USER)
                ? Optional.empty()
                : Optional.of(answer.required().read(GatewayUser::read));
    }

    /** Creates the user without keys, or returns the one of that name. */
    GatewayUser create(PlatformUserId user, String displayName) {
        AdminAnswer answer = api.send(AdminRequest.put(PATH, "create a user")
                .with("uid", user.value())
                .with("display-name", displayName)
                .with("generate-key", "false"));
        if (answer.isRefusedAs(GatewayError.USER_EXISTS)) {
            return find(user).orElseThrow(answer::refusal);
        }
        return answer.required().read(GatewayUser::read);
    }

    void setSuspended(PlatformUserId user, boolean suspended) {
        api.send(AdminRequest.post(PATH, suspended ? "suspend a user" : "let a user act again")
                        .with("uid", user.value())
                        .with("suspended", Boolean.toString(suspended)))
                .required();
    }

    /** Never requests that data be purged; so the gateway refuses if the user owns buckets. */
    void delete(PlatformUserId user) {
        AdminAnswer answer = api.send(AdminRequest.delete(PATH, "delete a user").with("uid", user.value()));
        if (!answer.isRefusedAs(GatewayError.NO_SUCH_USER)) {
            answer.required();
        }
    }

    /** Whether the tenant has users, its marker left out. */
    boolean anyOf(PlatformTenantId tenant) {
        String marker = "";
        for (int page = 0; page < MAX_PAGES; page++) {
            Names names = api.send(AdminRequest.get(NAMES_PATH, "list the names of users")
                            .with("max-entries", PAGE)
                            .with("marker", marker))
                    .required()
                    .read(Names::read);
            if (names.page().stream().anyMatch(name -> GatewayIds.isUserOf(tenant, name))) {
                return true;
            }
            if (names.next().isEmpty()) {
                return false;
            }
            marker = names.next();
        }
        throw new PlatformException(Kind.REJECTED, "The Ceph gateway lists more users than we look through.");
    }

    /** One page of users' full names, in no order; {@code next} is empty at the end. */
    private record Names(List<String> page, String next) {

        static Names read(JsonNode node) {
            List<String> page = node.required("keys")
                    .valueStream()
                    .map(JsonNode::stringValue)
                    .toList();
            boolean truncated = node.required("truncated").stringValue().equals("true");
            return new Names(page, truncated ? node.required("marker").stringValue() : "");
        }
    }

    /** OSE chooses the access key and the gateway the secret, so that no secret is part of a URL. */
    PlatformKey createKey(PlatformUserId user, String accessKey) {
        AdminRequest request = AdminRequest.put(PATH, "create a key")
                .with("key", "")
                .with("uid", user.value())
                .with("access-key", accessKey)
                .with("generate-key", "true");
        List<PlatformKey> keys = api.send(request).required().read(nodes -> GatewayUser.keys(nodes, user));
        return keys.stream()
                .filter(key -> key.accessKey().equals(accessKey))
                .findFirst()
                .orElseThrow(() -> request.unanswered("its answer does not name the new key"));
    }

    void deleteKey(PlatformUserId user, String accessKey) {
        if (!hasKey(user, accessKey)) {
            return;
        }
        AdminAnswer answer = api.send(AdminRequest.delete(PATH, "delete a key")
                .with("key", "")
                .with("uid", user.value())
                .with("access-key", accessKey));
        // If the key was deleted meanwhile, the gateway answers with the code of a refused login.
        if (!answer.isDone() && hasKey(user, accessKey)) {
            throw answer.refusal();
        }
    }

    private boolean hasKey(PlatformUserId user, String accessKey) {
        return find(user).stream().flatMap(found -> found.keys().stream()).anyMatch(key -> key.accessKey()
                .equals(accessKey));
    }
}
